// Lines of sight (LOS) as VASL decides them, on the pixels of a board or of a map of boards; for WebAssembly.
//
// A line runs between the centre pixels of two hexes, and is walked pixel by pixel. The first pixel that blocks ends it. A
// pixel is tested by these rules, in this order:
//    1  leaving and entering depressions            5  ground higher than both ends
//    2  from level to level inside one building     6  terrain that is split, at its own level
//    3  walls, hedges, bocage, rowhouse walls       7, 8  terrain higher than both ends
//    9  terrain as high as the higher end           10  blind hexes behind lower terrain
// (4 is for counters, which Python adds.) s and t are the elevations of source and target, a and b the ranges of the current
// hex to them.
//
// The module imports nothing. It reads only what the caller has written into the places that `los_room` makes.
#include "pixels.h"
#include "rules.h"

namespace {

constexpr int MOST_PIXELS = 30'000'000, MOST_HEXES = 200'000, MOST_ROWS = 4'000'000, MOST_PAIRS = 1 << 16, MOST_LEVEL = 100;
constexpr uint8_t BLOCKED = 255, REFUSED = 254;

// Visits the pixels of a line in order, until `visit` returns true; returns true if it did. A line takes one step for each
// pixel column, and visits each row that it crosses there. Rows come from repeated addition, as in VASL: a product differs
// now and then.
template <class Visit> bool walk(Point from, Point to, Visit visit) {
    int columns = std::abs(to.x - from.x) + 1, right = to.x > from.x ? 1 : -1, down = to.y < from.y ? -1 : 1;
    double step = double(to.y - from.y) / columns, row = from.y;
    for (int column = 0; column != columns; ++column) {
        int first = int(row), last = int(row += step);
        for (int y = first; y != last + down; y += down) {
            if (visit(Point{from.x + right * column, y})) { return true; }
        }
    }
    return false;
}

class Walk {
public:
    Walk(Map const &map, int src, int dst, int src_level, int dst_level) : map(map), line(map, src, dst, src_level, dst_level) {}

    // BLOCKED, or the number of Hindrances.
    uint8_t answer() {
        Point from = map[line.src].centre, to = map[line.dst].centre;
        if (line.along() && line.crest_blocks()) { return BLOCKED; }
        asks_building = map.is(map[line.src].terrain, BUILDING) && line.s != line.t;
        auto over_bridge = [&](Point p) { return map.is(map.codes[map.place(p)], BRIDGE); };
        every_pixel = line.along() || line.leaving || line.entering || (map.bridges && walk(from, to, over_bridge));
        if (walk(from, to, [&](Point p) { return blocks(p); })) { return BLOCKED; }
        int total = line.total();
        return total >= HINDRANCE_LIMIT ? BLOCKED : total;
    }

private:
    Map const &map;
    Line line;
    bool asks_building = false, every_pixel = false, out = false;
    int current = NONE, before = NONE;  // the hex of the pixel, and the one visited before
    int ignoring = NONE;  // the hex whose ground is ignored
    Test last{{}, 0, 0, NONE, NONE, false, false, false};

    int hex_of(Point p) const {
        return map[line.src].enlarged.has(p) ? line.src : map[line.dst].enlarged.has(p) ? line.dst : map.owner(p);
    }

    bool blocks(Point p) {
        uint8_t code = map.codes[map.place(p)];
        int ground = map.ground[map.place(p)];
        auto kind = map.kind(code);
        out |= !kind.is(BUILDING);
        // 2: the building in which the line began hides another level, until the line leaves it
        if (asks_building && !out && !kind.is(FACTORY) && line.s <= ground + kind.levels && hex_of(p) != line.src) { return true; }
        // A pixel no higher than the lower end matters only if a depression or a bridge restricts the LOS
        int top = std::max(2 * kind.levels + kind.is(HALF_LEVEL), kind.is(CLIFF) ? 2 : 0);
        if (!every_pixel && 2 * ground + top <= 2 * line.low && !kind.is(ROWHOUSE_WALL)) { return false; }
        enter(hex_of(p), p);
        if (kind.is(BRIDGE)) { ignoring = current; }
        bool ignored = ignoring != NONE && map[ignoring].enlarged.has(p);
        Test test{p, code, ground, current, before, ignored, out, false};
        return line.along() ? beside_blocks(test) : repeats(test) ? false : line.blocks(last = test);
    }

    void enter(int hex, Point p) {
        if (hex == current) { return; }
        int earlier = before;
        before = current;
        current = hex;
        // not where the line steps straight back into a hex
        if (!line.along() && hex != earlier && line.goes_on_sunken(hex, p)) { ignoring = hex; }
    }

    // True if every rule would decide this pixel as the one before.
    bool repeats(Test const &test) const {
        return !last.located && last.hex == test.hex && last.code == test.code && last.ground == test.ground
            && last.before == test.before && last.ignored == test.ignored && last.out == test.out;
    }

    // Along a hexside both hexes beside the line are tested at odd ranges from the source, each if its enlarged polygon holds
    // the pixel.
    bool beside_blocks(Test test) {
        int first = test.hex;
        bool end = map[line.src].enlarged.has(test.pixel) || map[line.dst].enlarged.has(test.pixel);
        if (end || map.range(first, line.src) % 2 == 0) { return line.blocks(test); }
        auto fits = [&](int hex) { return hex != NONE && hex != line.src && hex != line.dst; };
        int second = NONE;
        for (int side = SIDES; side-- != 0;) {
            int other = map[first].neighbour[side];
            if (fits(other) && map[other].enlarged.has(test.pixel)) { second = other; }
        }
        if (second == NONE) {
            int side = map.nearest_side(first, test.pixel);
            if (side == NONE || !fits(map[first].neighbour[side])) { return line.blocks(test); }
        }
        if (map[first].enlarged.has(test.pixel) && fill_blocks(test, first)) { return true; }
        return second != NONE && fill_blocks(test, second);
    }

    // Tests the pixel with the inherent terrain of the hex in place of its own; hexside terrain is judged before. The new
    // terrain stays for the second hex.
    bool fill_blocks(Test &test, int hex) {
        uint8_t inherent = map[hex].terrain;
        test.hex = hex;
        bool watered = map.is(test.code, WATER) && map.is(inherent, THICK_JUNGLE);
        if (map.is(inherent, INHERENT) && test.code != inherent && !watered) {
            test.filled = false;
            if (map.is(test.code, HEXSIDE) && line.blocks(test)) { return true; }
            test.code = inherent;
        }
        test.filled = true;
        return line.blocks(test);
    }
};

// Between two levels of one hex only the next level is seen, and only where there is a stairway.
uint8_t inside_hex(Map const &map, int hex, int src_level, int dst_level) {
    int steps = std::abs(src_level - dst_level);
    return steps > 1 || (steps == 1 && !map[hex].stairway && !map.is(map[hex].terrain, STAIRS)) ? BLOCKED : 0;
}

// A hex as the caller reads it.
struct Row {
    int16_t base;
    uint8_t terrain, hexside[SIDES], point[SIDES];
};

Map map;
std::vector<int32_t> pairs;  // source, target, level of the source, of the target
std::vector<uint8_t> answers;
std::vector<Row> rows;
std::vector<uint32_t> counts;
std::vector<Share> shares;
std::vector<int32_t> pixels;

}  // namespace

extern "C" {

// Makes room for a map; returns 0 if no map has such sizes.
int los_room(int cols, int rows, int width, int height, double hex_width, double hex_height, double x0, double y0, int fills) {
    auto within = [](double value, double least, double most) { return value >= least && value <= most; };
    bool fit = within(cols, 1, 10'000) && within(rows, 1, 10'000) && width > 0 && height > 0
        && width <= MOST_PIXELS / height && within(hex_width, 4, 10'000) && within(hex_height, 4, 10'000)
        && within(x0, -1e6, 1e6) && within(y0, -1e6, 1e6);
    if (!fit) { return 0; }
    map.grid = {cols, rows, width, height, hex_width, hex_height, x0, y0};
    int count = map.grid.count();
    if (count > MOST_HEXES || count * hex_height > MOST_ROWS) { return 0; }
    map.fills = fills;
    map.codes.assign(size_t(width) * height, 0);
    map.ground.assign(map.codes.size(), 0);
    map.stairways.assign(count, 0);
    pairs.resize(4 * MOST_PAIRS);
    answers.resize(MOST_PAIRS);
    return 1;
}

// Places for the caller to write: the traits and levels of 256 terrain codes; the code and the ground of each pixel, as
// [x][y]; a flag for each hex with a stairway.
Terrain *los_kinds() { return map.kinds; }
uint8_t *los_codes() { return map.codes.data(); }
int8_t *los_ground() { return map.ground.data(); }
uint8_t *los_stairways() { return map.stairways.data(); }

// Reads the map, and returns a `Row` for each hex.
Row *los_read() {
    map.read();
    rows.clear();
    for (auto const &hex : map.hexes) {
        Row row{int16_t(hex.base), hex.terrain, {}, {}};
        std::copy_n(hex.hexside, SIDES, row.hexside);
        std::copy_n(hex.point, SIDES, row.point);
        rows.push_back(row);
    }
    return rows.data();
}

// The pixels of each terrain code in each hex: [hex][code].
uint32_t *los_counts() {
    counts.assign(256 * map.hexes.size(), 0);
    for (int hex = 0; hex != int(map.hexes.size()); ++hex) {
        each_pixel(map, hex, [&](Point p) { ++counts[256 * hex + map.codes[map.place(p)]]; });
    }
    return counts.data();
}

// A `Share` for each hex and connected depiction of a building in it; `los_building_size` is their number.
Share *los_buildings() {
    shares = Buildings(map).shares();
    return shares.data();
}
int los_building_size() { return int(shares.size()); }

// The pixels of a hex as x, y; `los_inside_size` is the number of these numbers.
int32_t *los_inside(int hex) {
    pixels.clear();
    if (hex >= 0 && hex < int(map.hexes.size())) {
        each_pixel(map, hex, [&](Point p) { pixels.insert(pixels.end(), {p.x, p.y}); });
    }
    return pixels.data();
}
int los_inside_size() { return int(pixels.size()); }

int32_t *los_pairs() { return pairs.data(); }

// The answers to the first `count` pairs: BLOCKED, the number of Hindrances, or REFUSED for a pair that is not on the map.
uint8_t *los_answers(int count) {
    int hexes = int(map.hexes.size());
    auto there = [&](int hex, int level) {
        return hex >= 0 && hex < hexes && std::abs(level) <= MOST_LEVEL && map.grid.on_image(map[hex].centre);
    };
    for (int n = 0; n < std::min(count, MOST_PAIRS); ++n) {
        int32_t const *p = &pairs[4 * n];
        if (!there(p[0], p[2]) || !there(p[1], p[3])) {
            answers[n] = REFUSED;
        } else if (p[0] == p[1]) {
            answers[n] = inside_hex(map, p[0], p[2], p[3]);
        } else {
            answers[n] = Walk(map, p[0], p[1], p[2], p[3]).answer();
        }
    }
    return answers.data();
}
}
