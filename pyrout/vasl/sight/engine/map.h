// A map of hexes over pixels: its geometry, with VASL's roundings, which decide single pixels and with them a LOS now and
// then, and the terrain that lines of sight ask of each hex.
//
// Hexes stand in columns, y grows downward, and odd columns stand half a hex higher. Hexsides are numbered from 0 at the top
// clockwise, vertices from 0 at the top left clockwise: vertex v lies between hexsides v-1 and v. NONE is a hex off the map.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

constexpr int NONE = -1;
constexpr int SIDES = 6;

// The traits of a terrain code. The order is that of TRAITS in `los.py`.
enum Trait : uint32_t {
    BUILDING = 1 << 0,  // walls of rowhouses and inside factories, too
    INHERENT = 1 << 1,
    HEXSIDE = 1 << 2,
    DEPRESSION = 1 << 3,
    WATER = 1 << 4,
    ROAD = 1 << 5,
    BRIDGE = 1 << 6,
    ROWHOUSE_WALL = 1 << 7,  // walls inside factories, too
    FACTORY = 1 << 8,
    FACTORY_FLOOR = 1 << 9,
    ROOFLESS = 1 << 10,
    OBSTACLE = 1 << 11,
    LOWER_OBSTACLE = 1 << 12,
    LOWER_HINDRANCE = 1 << 13,
    SPLIT = 1 << 14,
    HALF_LEVEL = 1 << 15,
    HILLOCK = 1 << 16,
    CLIFF = 1 << 17,
    BOCAGE = 1 << 18,
    LIGHT_WOODS = 1 << 19,
    BARE_ORCHARD = 1 << 20,
    THICK_JUNGLE = 1 << 21,  // dense jungle and bamboo
    STAIRS = 1 << 22,  // a building whose one upper level needs no stairway symbol
};

struct Terrain {
    uint32_t traits;
    int32_t levels;  // full levels above its ground

    bool is(uint32_t wanted) const { return traits & wanted; }
    // After the rule for hexsides only the ground of a wall, hedge or cliff is left; a rowhouse wall keeps its full levels.
    bool bare() const { return is(HEXSIDE) && !is(ROWHOUSE_WALL); }
    int levels_left() const { return bare() ? 0 : levels; }
    bool half_left() const { return is(HALF_LEVEL) && !is(HEXSIDE); }
    bool obstacle_left() const { return is(OBSTACLE) && !bare(); }
};

struct Point {
    int x, y;
};

inline int64_t squared_distance(Point a, Point b) {
    int64_t dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

// The pixels inside a polygon, row by row. One on a left or top edge is inside, one on a right or bottom edge outside.
struct Polygon {
    int top = 0;
    std::vector<std::pair<int, int>> rows;  // first pixel, and the one after the last

    bool has(Point p) const {
        int row = p.y - top;
        return row >= 0 && row < int(rows.size()) && rows[row].first <= p.x && p.x < rows[row].second;
    }

    explicit Polygon(Point const (&corners)[SIDES]) {
        auto higher = [](Point a, Point b) { return a.y < b.y; };
        auto [highest, lowest] = std::minmax_element(corners, corners + SIDES, higher);
        top = highest->y;
        rows.assign(lowest->y - top, {INT32_MAX, INT32_MIN});
        for (int v = 0; v != SIDES; ++v) {
            auto [a, b] = std::minmax(corners[v], corners[(v + 1) % SIDES], higher);
            for (int y = a.y; y < b.y; ++y) {
                // Divided first, as in VASL's test: the last bit may depend on it
                int x = int(std::ceil(double(y - a.y) / (b.y - a.y) * (b.x - a.x))) + a.x;
                auto &row = rows[y - top];
                row = {std::min(row.first, x), std::max(row.second, x)};
            }
        }
    }
};

struct Hex {
    int col, row;
    Point centre;
    Point side[SIDES];  // the middle of each hexside, a pixel inside the hex
    bool on_map[SIDES];  // whether VASL takes the hexside to lie on the map
    int neighbour[SIDES];
    Point corner[SIDES];  // of the enlarged polygon
    Polygon enlarged;  // by which a pixel belongs to an end of the LOS
    Polygon inside;
    // Terrain codes; 0 for none
    uint8_t terrain = 0;  // of the centre
    uint8_t point[SIDES] = {};  // at the hex's own hexside point
    uint8_t hexside[SIDES] = {};  // the hexside's, by either hex
    int base = 0;
    bool stairway = false, depression = false, cliffs = false, depression_sides = false;

    // In halves of a hex, so that all six neighbours are at (0, +-2) or (+-1, +-1)
    int doubled_row() const { return 2 * row + 1 - col % 2; }
    uint8_t location(int s) const { return hexside[s] ? hexside[s] : point[s]; }
};

struct Grid {
    int cols, rows, width, height;
    double hex_width, hex_height, x0, y0;  // the centre of the first hex is at x0, y0

    int count() const { return cols * rows + cols / 2; }
    bool on_image(Point p) const { return p.x >= 0 && p.x < width && p.y >= 0 && p.y < height; }
    int index(int col, int row) const {
        return col >= 0 && col < cols && row >= 0 && row < rows + col % 2 ? col * rows + col / 2 + row : NONE;
    }

    // VASL pulls what lies just off the image onto its edge; what lies farther out stays.
    static double pulled(double value, int size) {
        double whole = std::trunc(value);
        return whole == -1 ? 0 : whole == size || whole == size + 1 ? size - 1 : value;
    }

    Hex hex(int col, int row) const {
        constexpr double COS_30 = 0.8660254037844387;
        double x = x0 + hex_width * col, y = y0 + hex_height * row - (col % 2 ? hex_height / 2 : 0);
        double s = hex_width * 2 / 3, h = hex_height, k = COS_30 * h / 2;
        double const sides[SIDES][2] = {
            {0, 1 - h / 2}, {k - 1, 1 - h / 4}, {k - 1, h / 4 - 1}, {0, h / 2 - 1}, {1 - k, h / 4 - 1}, {1 - k, 1 - h / 4}};
        double const corners[SIDES][2] = {{-s / 2, -h / 2}, {s / 2, -h / 2}, {s, 0}, {s / 2, h / 2}, {-s / 2, h / 2}, {-s, 0}};
        // The second shift slants the top edge, as in VASL
        int const shifts[SIDES][2] = {{-1, -1}, {-1, 1}, {1, 0}, {1, 1}, {-1, 1}, {-1, 0}};
        int const steps[2][SIDES][2] = {
            {{0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}, {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 0}, {-1, -1}}};
        Point side[SIDES], rounded[SIDES], corner[SIDES];
        for (int n = 0; n != SIDES; ++n) {
            side[n] = {int(pulled(std::trunc(x + sides[n][0]), width)), int(pulled(std::trunc(y + sides[n][1]), height))};
            double cx = pulled(x + corners[n][0], width), cy = pulled(y + corners[n][1], height);
            rounded[n] = {int(std::floor(cx + 0.5)), int(std::floor(cy + 0.5))};
            corner[n] = {int(cx) + shifts[n][0], int(cy) + shifts[n][1]};
        }
        Hex made{col, row, {int(pulled(x, width)), int(pulled(y, height))}, {}, {}, {}, {}, Polygon(corner), Polygon(rounded)};
        bool first = col == 0, last = col == cols - 1, top = col % 2 && row == 0, bottom = col % 2 && row == rows;
        bool const off[SIDES] = {top, top || last, bottom || last, bottom, bottom || first, top || first};
        for (int n = 0; n != SIDES; ++n) {
            made.side[n] = side[n];
            made.corner[n] = corner[n];
            made.on_map[n] = !off[n];
            made.neighbour[n] = index(col + steps[col % 2][n][0], row + steps[col % 2][n][1]);
        }
        return made;
    }
};

struct Map {
    Grid grid;
    bool fills;  // inherent terrain hinders a LOS through its hex
    Terrain kinds[256];
    std::vector<uint8_t> codes, stairways;
    std::vector<int8_t> ground;
    std::vector<Hex> hexes;
    // Of each pixel column: the column of hexes in whose flat zone it lies, where no other has hexes (or NONE), and the nearest
    std::vector<int> column_of, nearest_column;
    std::vector<int> row_of[2];  // of each pixel row: the row of hexes, in even and in odd columns; may be off the map
    bool bridges = false;

    Hex const &operator[](int hex) const { return hexes[hex]; }
    size_t place(Point p) const { return size_t(p.x) * grid.height + p.y; }
    Terrain const &kind(uint8_t code) const { return kinds[code]; }
    bool is(uint8_t code, uint32_t traits) const { return kinds[code].is(traits); }

    int range(int a, int b) const {
        int across = std::abs(hexes[a].col - hexes[b].col);
        int down = std::abs(hexes[a].doubled_row() - hexes[b].doubled_row());
        return across + std::max(0, (down - across) / 2);
    }

    // The hex of a pixel: in a flat zone the exact row, between two of them the rounded polygons, the lower column first, and
    // where no polygon reaches, at the edge of the image, the nearest centre.
    int owner(Point p) const {
        int zone = column_of[p.x];
        if (zone != NONE) {
            int hex = grid.index(zone, row_of[zone % 2][p.y]);
            if (hex != NONE) { return hex; }
        }
        int guess = nearest_column[p.x];
        for (int col = guess - 1; col <= guess + 1; ++col) {
            int middle = row_of[std::abs(col) % 2][p.y];
            for (int row = middle - 1; row <= middle + 1; ++row) {
                int hex = grid.index(col, row);
                if (hex != NONE && hexes[hex].inside.has(p)) { return hex; }
            }
        }
        int nearest = 0;
        int64_t best = INT64_MAX;
        for (int step = -1; step <= 1; ++step) {
            int col = std::clamp(guess + step, 0, grid.cols - 1);
            int middle = int(std::nearbyint((p.y - grid.y0) / grid.hex_height + (col % 2 ? 0.5 : 0)));
            for (int row = middle - 1; row <= middle + 1; ++row) {
                int hex = grid.index(col, std::clamp(row, 0, grid.rows - 1 + col % 2));
                int64_t distance = squared_distance(hexes[hex].centre, p);
                if (distance < best) { best = distance, nearest = hex; }
            }
        }
        return nearest;
    }

    // The hexside whose point is nearer to a pixel than the centre and the other points are; NONE where the centre is nearest.
    // Hexsides off the map do not count.
    int nearest_side(int hex, Point p) const {
        auto const &h = hexes[hex];
        int nearest = NONE;
        int64_t best = squared_distance(h.centre, p);
        for (int s = 0; s != SIDES; ++s) {
            if (!h.on_map[s]) { continue; }
            int64_t distance = squared_distance(h.side[s], p);
            if (distance < best) { best = distance, nearest = s; }
        }
        return nearest;
    }

    bool cliff_side(int hex, int s) const {
        int other = hexes[hex].neighbour[s];
        return is(hexes[hex].location(s), CLIFF) || (other != NONE && is(hexes[other].location((s + 3) % SIDES), CLIFF));
    }

    // Makes the hexes of the grid, and reads them from the pixels.
    void read() {
        read_places();
        hexes.clear();
        hexes.reserve(grid.count());
        for (int col = 0; col != grid.cols; ++col) {
            for (int row = 0; row != grid.rows + col % 2; ++row) { hexes.push_back(grid.hex(col, row)); }
        }
        bridges = std::any_of(codes.begin(), codes.end(), [&](uint8_t code) { return is(code, BRIDGE); });
        for (size_t n = 0; n != hexes.size(); ++n) { read_terrain(n); }
        for (size_t n = 0; n != hexes.size(); ++n) { read_hexsides(n); }
        for (size_t n = 0; n != hexes.size(); ++n) {
            auto &h = hexes[n];
            h.stairway = stairways[n];
            h.depression = is(h.terrain, DEPRESSION);
            for (int s = 0; s != SIDES; ++s) {
                h.cliffs |= cliff_side(n, s);
                h.depression_sides |= is(h.point[s], DEPRESSION);
            }
        }
    }

private:
    void read_places() {
        column_of.assign(grid.width, NONE);
        for (int col = 0; col != grid.cols; ++col) {
            double x = grid.x0 + grid.hex_width * col, half = grid.hex_width / 3;
            int right = int(std::min(std::ceil(x + half), double(grid.width)));
            for (int at = int(std::max(std::ceil(x - half), 0.0)); at < right; ++at) { column_of[at] = col; }
        }
        nearest_column.clear();
        for (int x = 0; x != grid.width; ++x) {
            double col = std::nearbyint((x - grid.x0) / grid.hex_width);
            nearest_column.push_back(int(std::min(std::max(col, 0.0), double(grid.cols - 1))));
        }
        for (int odd : {0, 1}) {
            double top = grid.y0 - (odd ? grid.hex_height : grid.hex_height / 2);
            row_of[odd].clear();
            for (int y = 0; y != grid.height; ++y) { row_of[odd].push_back(int(std::floor((y - top) / grid.hex_height))); }
        }
    }

    void read_terrain(int number) {
        auto &h = hexes[number];
        Point centre{std::clamp(h.centre.x, 0, grid.width - 1), std::clamp(h.centre.y, 0, grid.height - 1)};
        h.terrain = codes[place(centre)];
        h.base = ground[place(centre)];
        for (int s = SIDES; s-- != 0;) { h.point[s] = grid.on_image(h.side[s]) ? codes[place(h.side[s])] : 0; }
        if (!is(h.terrain, BUILDING)) {  // a building may miss the centre
            auto building = std::find_if(h.point, h.point + SIDES, [&](uint8_t code) { return is(code, BUILDING); });
            if (building != h.point + SIDES) { h.terrain = *building; }
        }
        read_inherent(number);
    }

    // Inherent terrain fills a hex if any pixel of it lies nearer to the centre than to a hexside point. The first such pixel
    // decides, columns left to right, downward in each.
    void read_inherent(int number) {
        auto &h = hexes[number];
        int left = INT32_MAX, right = INT32_MIN;
        for (auto const &row : h.inside.rows) { left = std::min(left, row.first), right = std::max(right, row.second); }
        int bottom = std::min(h.inside.top + int(h.inside.rows.size()), grid.height);
        for (int x = std::max(left, 0); x < std::min(right, grid.width); ++x) {
            for (int y = std::max(h.inside.top, 0); y < bottom; ++y) {
                uint8_t code = codes[place({x, y})];
                if (is(code, INHERENT) && nearest_side(number, {x, y}) == NONE) {
                    h.terrain = code;
                    return;
                }
            }
        }
    }

    // The hex that comes first decides where both show something at a hexside.
    void read_hexsides(int number) {
        auto shown = [&](int hex, int s) {
            auto const &h = hexes[hex];
            return is(h.point[s], HEXSIDE) && h.on_map[s] ? h.point[s] : uint8_t(0);
        };
        auto &h = hexes[number];
        for (int s = 0; s != SIDES; ++s) {
            int other = h.neighbour[s];
            uint8_t own = shown(number, s), across = other == NONE ? uint8_t(0) : shown(other, (s + 3) % SIDES);
            if (other != NONE && other < number) { std::swap(own, across); }
            h.hexside[s] = !h.on_map[s] ? 0 : own ? own : across;
        }
    }
};
