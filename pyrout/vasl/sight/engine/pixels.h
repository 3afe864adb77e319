// Pixels by hex: shares of terrain, and the connected depictions of buildings.
#pragma once
#include "map.h"

// Calls `visit` with every pixel of a hex on the image.
template <class Visit> void each_pixel(Map const &map, int hex, Visit visit) {
    auto const &inside = map[hex].inside;
    for (int n = 0; n != int(inside.rows.size()); ++n) {
        int y = inside.top + n, right = std::min(inside.rows[n].second, map.grid.width);
        if (y < 0 || y >= map.grid.height) { continue; }
        for (int x = std::max(inside.rows[n].first, 0); x < right; ++x) { visit(Point{x, y}); }
    }
}

// Some pixels of a hex that are of one part.
struct Share {
    int32_t hex, part, pixels;
};

// The connected depictions of buildings. Walls between rowhouses part them; pixels that touch at a corner are connected.
class Buildings {
public:
    explicit Buildings(Map const &map) : map(map) {
        for (int x = 0; x != map.grid.width; ++x) {
            columns.push_back(runs.size());
            for (int y = 0; y != map.grid.height; ++y) {
                if (!depicted({x, y})) { continue; }
                if (y == 0 || !depicted({x, y - 1})) { runs.push_back({y, y, int(runs.size())}); }
                runs.back().last = y;
            }
            if (x != 0) { join(columns[x - 1], columns[x], runs.size()); }
        }
    }

    std::vector<Share> shares() {
        std::vector<Share> all;
        for (int hex = 0; hex != int(map.hexes.size()); ++hex) {
            size_t first = all.size();
            each_pixel(map, hex, [&](Point p) {
                if (!depicted(p)) { return; }
                int part = part_of(p);
                auto mine = std::find_if(all.begin() + first, all.end(), [&](Share const &s) { return s.part == part; });
                if (mine == all.end()) { mine = all.insert(mine, {hex, part, 0}); }
                ++mine->pixels;
            });
        }
        return all;
    }

private:
    struct Run {  // of pixels in a column
        int first, last, parent;
    };

    Map const &map;
    std::vector<Run> runs;
    std::vector<size_t> columns;  // the first run of each

    bool depicted(Point p) const {
        auto const &kind = map.kind(map.codes[map.place(p)]);
        return kind.is(BUILDING) && !kind.is(HEXSIDE);
    }

    int root(int run) {
        while (runs[run].parent != run) { run = runs[run].parent = runs[runs[run].parent].parent; }
        return run;
    }

    // Joins the runs of two columns, the second of which ends at `end`, where they touch.
    void join(size_t left, size_t right, size_t end) {
        for (size_t i = left, j = right; i != right && j != end; runs[i].last < runs[j].last ? ++i : ++j) {
            if (runs[i].first > runs[j].last + 1 || runs[j].first > runs[i].last + 1) { continue; }
            int a = root(int(i)), b = root(int(j));
            runs[std::max(a, b)].parent = std::min(a, b);
        }
    }

    int part_of(Point p) {
        auto begin = runs.begin() + columns[p.x];
        auto end = p.x + 1 == map.grid.width ? runs.end() : runs.begin() + columns[p.x + 1];
        auto after = std::upper_bound(begin, end, p.y, [](int y, Run const &run) { return y < run.first; });
        return root(int(after - runs.begin()) - 1);
    }
};
