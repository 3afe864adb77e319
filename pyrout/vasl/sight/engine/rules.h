// The rules by which a pixel blocks or hinders a line of sight. They have the numbers of `los.cc`.
//
// A test is one pixel judged with one hex as the current hex. Blocked ends the line; a Hindrance never ends the test.
#pragma once
#include "map.h"

constexpr int HINDRANCE_LIMIT = 6;  // a LOS with as many Hindrances is blocked

inline int opposite(int side_or_vertex) { return (side_or_vertex + 3) % SIDES; }

// The lowest of the hexsides that are set as bits; NONE where none is.
inline int lowest(int sides) {
    for (int s = 0; s != SIDES; ++s) {
        if (sides >> s & 1) { return s; }
    }
    return NONE;
}

struct Test {
    Point pixel;
    uint8_t code;
    int ground;
    int hex;
    int before;  // the hex that the line visited before
    bool ignored;  // the ground of the hex is ignored, and its enlarged polygon holds the pixel
    bool out;  // the line has left the building where it began
    bool filled;  // the code is the inherent terrain of the hex
    bool located = false;  // a rule has asked where in the hex the pixel lies
};

class Line {
public:
    Line(Map const &map, int src, int dst, int src_level, int dst_level)
        : map(map), src(src), dst(dst), s(map[src].base + src_level), t(map[dst].base + dst_level), range(map.range(src, dst)),
          low(std::min(s, t)), high(std::max(s, t)), vertex(exit_vertex()),
          leaving(map[src].depression && src_level <= 0 && t - s <= range),
          entering(map[dst].depression && dst_level <= 0 && s - t <= range), hindrance(range + 1) {
        if (along() || !(leaving || entering)) { return; }
        Point from = map[src].centre, to = map[dst].centre;
        exit_side = from.x == to.x ? (to.y < from.y ? 0 : 3) : std::max(lowest(crossed(src)), 0);
    }

    Map const &map;
    int const src, dst, s, t, range, low, high;
    int const vertex;  // by which a LOS along hexsides leaves its source; else NONE
    bool const leaving, entering;  // a depression restricts the LOS

    bool along() const { return vertex != NONE; }

    int total() const {
        int sum = 0;
        for (auto value : hindrance) { sum += value; }
        return sum;
    }

    // Judges a pixel by all rules but those of one building and of the crest at a vertex.
    bool blocks(Test &test) {
        auto kind = map.kind(test.code);
        int a = map.range(test.hex, src), b = map.range(test.hex, dst);
        if ((leaving || entering) && depression_blocks(test, a, b)) { return true; }
        if (kind.is(HEXSIDE) && !kind.is(CLIFF) && hexside_blocks(test, a, b)) { return true; }
        Under under = cliff_under(test, a);
        bool hinders = false;
        bool fills = !kind.is(INHERENT) || (map[test.hex].terrain == test.code && (test.filled || map.fills));
        if (fills && a != range && b != range && terrain_blocks(test, a, b, under, hinders)) { return true; }
        if (kind.is(CLIFF) && s != t && ((leaving && test.hex == src) || (entering && test.hex == dst))) {
            if (blind_hex_blocks(test, a, b, under.ground, hinders)) { return true; }
        }
        if (hinders && a < range && b < range) { hindrance[a] = std::max(hindrance[a], value_of(test, a)); }
        return false;
    }

    // Rule 1, the crest at a vertex: along a hexside, from a depression to no higher ground.
    bool crest_blocks() const {
        auto at = [&](int end, int v) {
            for (int side : {v, (v + 5) % SIDES}) {
                int other = map[end].neighbour[side];
                if (other == NONE) { continue; }
                if (map[other].base != map[end].base) { return true; }
                if (map.is(map[end].point[side], DEPRESSION) && !map[other].depression) { return true; }
            }
            return false;
        };
        return (leaving && s >= t && at(src, vertex)) || (entering && t >= s && at(dst, opposite(vertex)));
    }

    // Rule 1: going on along a depression or water from the hexside where the pixel lies, so that the ground is ignored.
    bool goes_on_sunken(int hex, Point pixel) const {
        bool down = leaving && t > s, up = entering && s > t && hex != dst;
        if (!down && !up) { return false; }
        int cut = crossed(hex), near = map.nearest_side(hex, pixel);
        for (int side = 0; side != SIDES; ++side) {
            bool sunken = cut >> side & 1 && map.is(map[hex].point[side], DEPRESSION | WATER);
            if (sunken && (side == near ? down : up)) { return true; }
        }
        return false;
    }

private:
    int exit_side = NONE;  // by which a restricted LOS leaves its source; NONE along hexsides
    std::vector<uint8_t> hindrance;  // by range from the source; the higher one counts

    // VASL's tolerance for a slope of 60 degrees shrinks with the range.
    int exit_vertex() const {
        constexpr double TAN_60 = 1.7320508075688767;
        int dx = map[dst].centre.x - map[src].centre.x, dy = map[dst].centre.y - map[src].centre.y;
        if (dy == 0) { return dx > 0 ? 2 : 5; }
        double tolerance = range < 5 ? 0.05 : range <= 15 ? 0.03 : 0.015;
        if (dx == 0 || !(std::fabs(std::fabs(double(dy) / dx) - TAN_60) < tolerance)) { return NONE; }
        return dx > 0 ? (dy > 0 ? 3 : 1) : (dy > 0 ? 4 : 0);
    }

    // The hexsides of a hex's enlarged polygon that the line touches, as bits.
    int crossed(int hex) const {
        Point a = map[src].centre, b = map[dst].centre;
        int sides = 0;
        for (int side = 0; side != SIDES; ++side) {
            Point c = map[hex].corner[side], d = map[hex].corner[(side + 1) % SIDES];
            if (turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0) { sides |= 1 << side; }
        }
        return sides;
    }

    // The side of the line from a to b where a point lies (-1, 0, 1); beyond its ends counts as beside.
    static int turn(Point a, Point b, Point p) {
        int64_t dx = b.x - a.x, dy = b.y - a.y, px = p.x - a.x, py = p.y - a.y, cross = px * dy - py * dx;
        if (cross != 0) { return cross > 0 ? 1 : -1; }
        return px * dx + py * dy < 0 ? -1 : (px - dx) * dx + (py - dy) * dy > 0;
    }

    static int side_toward(Hex const &hex, int other) {
        return int(std::find(hex.neighbour, hex.neighbour + SIDES, other) - hex.neighbour);
    }

    int nearest_side(Test &test) const {
        test.located = true;
        return map.nearest_side(test.hex, test.pixel);
    }

    // Where the pixel lies beside the hex's own centre, as the centre of a hex next to it sees it: below 0 nearer, above 0 farther.
    int beyond_centre(Test &test, int end) const {
        test.located = true;
        int64_t pixel = squared_distance(map[end].centre, test.pixel);
        int64_t centre = squared_distance(map[end].centre, map[test.hex].centre);
        return pixel < centre ? -1 : pixel > centre;
    }

    // The blind hexes behind a top: `far` hexes from the higher end, and `near` from the lower.
    bool blind(int top, int far, int near) const { return near <= std::max(2 * top + far / 5 - high - low + 1, 1); }

    // -- Rule 1: depressions

    bool depression_blocks(Test &test, int a, int b) const {
        return (leaving && out_of_depression_blocks(test, s, t, b, dst, leaves_by_road()))
            || (entering && out_of_depression_blocks(test, t, s, a, src, entered_by_road(test)));
    }

    // The end in the depression is at `mine`, the other, at `theirs`, is `away` hexes from the current hex.
    bool out_of_depression_blocks(Test &test, int mine, int theirs, int away, int other, bool by_road) const {
        auto const &hex = map[test.hex];
        bool bridge = map.is(hex.terrain, BRIDGE), sunken = hex.depression || bridge;
        bool paved = map.is(test.code, BRIDGE | ROAD) && !by_road;
        bool out = test.ground > mine && (!sunken || (test.ground != hex.base - bridge && !paved));
        bool to_next_by_depression = range == 1 && exit_side != NONE && map.is(map[src].point[exit_side], DEPRESSION);
        bool hit = out && away > theirs - mine && test.hex != other && !to_next_by_depression;
        if (away == 1 && sunken && out) {
            int place = beyond_centre(test, other);
            if (theirs > hex.base && place < 0) { hit = false; }
            if (test.ground >= theirs && place > 0) { hit = true; }
        }
        return hit;
    }

    bool leaves_by_road() const {
        auto road = [&](int side) { return map.is(map[src].location(side), ROAD); };
        return along() ? road(vertex) || road((vertex + 5) % SIDES) : road(exit_side);
    }

    bool entered_by_road(Test const &test) const {
        if (test.before == NONE) { return false; }
        int side = side_toward(map[test.hex], test.before);
        return side != SIDES && map.is(map[test.hex].location(side), ROAD);
    }

    // -- Rule 3: walls, hedges, bocage, and the walls of rowhouses and inside factories

    bool hexside_blocks(Test &test, int a, int b) const {
        auto kind = map.kind(test.code);
        int far = s > t ? a : b, near = s > t ? b : a;
        if (kind.is(ROWHOUSE_WALL)) {
            int top = test.ground + kind.levels;
            if (top > high || (top == high && (top > low || kind.is(HALF_LEVEL)))) { return true; }
            int side = nearest_side(test), across = side == NONE ? NONE : map[test.hex].neighbour[side];
            far = std::min(far, map.range(across == NONE ? test.hex : across, src)) - 1;
            return s != t && blind(top, std::max(far, 0), near + 1);
        }
        bool hit = test.ground == s && test.ground == t;
        if (kind.is(BOCAGE)) {
            int top = test.ground + 1;
            hit = top > high || (top == high && top > low) || (low < top && top < high && blind(top, far, near));
        }
        return hit && !ignorable(test);
    }

    // Of the middle of a hex, of an end's own hexsides or hexspines, or artwork that spills to a hexside next to an end.
    bool ignorable(Test &test) const {
        int side = nearest_side(test);
        if (side == NONE) { return true; }
        auto const &hex = map[test.hex];
        uint8_t recorded = hex.hexside[side];
        for (int end : {src, dst}) {
            if (test.hex == end || hex.neighbour[side] == end) { return true; }
            int x = side_toward(map[end], test.hex);
            if (x == SIDES) { continue; }
            bool spine = side == (x + 2) % SIDES || side == (x + 4) % SIDES;
            if (!recorded || (spine && !map.is(recorded, BOCAGE))) { return true; }
        }
        return along() && (hexspine(src, vertex, test.hex, side) || hexspine(dst, opposite(vertex), test.hex, side));
    }

    // A wall at the far end of the hexspine by which a LOS along it leaves or enters.
    bool hexspine(int end, int v, int hex, int side) const {
        int u = (v + 5) % SIDES, x = map[end].neighbour[u], y = map[end].neighbour[v];
        if (x != NONE && y != NONE) {
            bool fork = (hex == x && side == v) || (hex == y && side == u);
            fork |= hex == map[x].neighbour[v] && (side == opposite(v) || side == opposite(u));
            if (fork && map[x].hexside[(v + 1) % SIDES] && !(map[x].hexside[v] && map[y].hexside[u])) { return true; }
        }
        return map.range(hex, end) == 2 && map[hex].neighbour[side] == NONE;
    }

    // -- Along a hexside

    // The hexside parallel to the line that is the nearer one.
    int parallel_side(Test const &test) const {
        int first = (vertex + 1) % 3, second = first + 3;
        auto const &side = map[test.hex].side;
        return squared_distance(side[second], test.pixel) < squared_distance(side[first], test.pixel) ? second : first;
    }

    // What a cliff hexside under the line changes: rules 5 and 9 are spared, rule 10 takes the lower of the two hexes.
    struct Under {
        bool spares_five, spares_nine;
        int ground;
    };

    Under cliff_under(Test const &test, int a) const {
        Under under{false, false, test.ground};
        if (!along() || a % 2 == 0) { return under; }
        auto const &hex = map[test.hex];
        int side = parallel_side(test), other = hex.neighbour[side];
        if (!map.is(hex.location(side), CLIFF)) { return under; }
        bool end = other == NONE || other == src || other == dst;
        int smaller = end ? hex.base : std::min(hex.base, map[other].base);
        return {smaller <= high, smaller < high, end ? test.ground : smaller};
    }

    // -- Rules 5 to 9

    bool terrain_blocks(Test &test, int a, int b, Under under, bool &hinders) const {
        auto kind = map.kind(test.code);
        int ground = test.ground, top = ground + kind.levels_left();
        // 5: ground higher than both
        if (ground > high && !test.ignored && !under.spares_five) { return true; }
        if (kind.is(BOCAGE)) { return false; }
        if (kind.is(SPLIT) && ground == s && ground == t) {
            // 6: terrain that is split into a lower and an upper half
            if (kind.is(LOWER_OBSTACLE)) { return true; }
            hinders |= kind.is(LOWER_HINDRANCE);
        } else if (2 * top + kind.half_left() > 2 * high) {
            // 7 and 8: terrain higher than both
            if (kind.obstacle_left() && !kind.is(LIGHT_WOODS)) { return true; }
            if (kind.is(FACTORY_FLOOR)) {
                if (test.out) { return true; }
            } else {
                hinders |= !(kind.is(BRIDGE | ROAD) && ground > high);
            }
        }
        if (low == high) { return false; }
        bool between_levels = kind.half_left() && kind.is(BUILDING);
        if (top == high && !between_levels && !kind.is(ROWHOUSE_WALL | HILLOCK) && !under.spares_nine
            && !spared_by_nine(test, a, b, kind.levels_left() == 0)) {
            // 9: the top equals the higher end
            if (!kind.is(BARE_ORCHARD)) { return true; }
            hinders = true;
        }
        return blind_hex_blocks(test, a, b, under.ground, hinders);
    }

    // The exceptions to rule 9: next to a higher end, along a depression, over water.
    bool spared_by_nine(Test &test, int a, int b, bool flat) const {
        auto const &hex = map[test.hex];
        if (flat && a == 1 && s > hex.base && beyond_centre(test, src) < 0) { return true; }
        if (flat && b == 1 && t > hex.base && beyond_centre(test, dst) < 0) { return true; }
        bool sunken = hex.depression && (leaving || entering);
        if ((test.ignored || sunken) && (flat || !hex.depression)) { return true; }
        int higher_away = s > t ? a : b, lower = s > t ? dst : src;
        return flat && higher_away == 1 && map.is(hex.terrain, WATER) && map.is(map[lower].terrain, WATER);
    }

    // -- Rule 10: blind hexes

    bool blind_hex_blocks(Test &test, int a, int b, int ground, bool &hinders) const {
        auto kind = map.kind(test.code);
        int levels = kind.levels_left(), cliff = kind.is(CLIFF);
        int top = ground + levels + cliff;
        if (!(low < top && (top < high || ground + cliff < high))) { return false; }
        int far = s > t ? a : b, near = s > t ? b : a;
        bool at_cliff = lies_at_cliff(test);
        if (at_cliff && !along() && high > levels) {
            int higher = s > t ? src : dst, lower = s > t ? dst : src;
            if (far == 1 && beyond_centre(test, higher) < 0) { return false; }
            if (near == 1 && beyond_centre(test, lower) > 0) { return false; }
        }
        int lowered = !at_cliff && !along() && enters_by_depression(test.hex);
        auto hides = [&](int tall) {
            if (!(low < ground + tall + cliff && ground + tall + cliff < high)) { return false; }
            if (tall > 0 || at_cliff) { return blind(ground + tall, far, near); }
            return near <= std::max(2 * (ground - lowered) + far / 5 - high - low, 0);  // a crest
        };
        if (!hides(levels)) { return false; }
        bool obstacle = kind.obstacle_left();
        bool stops = obstacle && !kind.is(ROOFLESS) && !(along() && kind.is(BUILDING) && b % 2 == 1);
        if (stops || (kind.is(FACTORY_FLOOR) && test.out) || hides(0)) { return true; }
        hinders |= !obstacle && levels > 0 && !kind.is(FACTORY_FLOOR) && (!kind.is(BARE_ORCHARD) || b == 1);
        return false;
    }

    // The pixel's own hex counts, or, along hexsides, an end in a depression with cliffs on both sides of its vertex.
    bool lies_at_cliff(Test &test) const {
        auto vertex_cliffs = [&](int end, int v) {
            return map[end].depression && map.is(map[end].location(v), CLIFF)
                && map.is(map[end].location((v + 1) % SIDES), CLIFF);
        };
        if (along()) { return vertex_cliffs(src, vertex) || vertex_cliffs(dst, opposite(vertex)); }
        bool by_end = test.hex == src || test.hex == dst;
        int own = by_end ? map.owner(test.pixel) : test.hex;
        test.located |= by_end;
        if (!map[own].cliffs) { return false; }
        test.located = true;
        int side = map.nearest_side(own, test.pixel);
        return side != NONE && map.cliff_side(own, side);
    }

    bool enters_by_depression(int hex) const {
        if (!map[hex].depression_sides) { return false; }
        int side = lowest(crossed(hex));
        return side != NONE && map.is(map[hex].point[side], DEPRESSION);
    }

    // -- Hindrances

    // 1, or 2 for light woods and for a factory without a roof. Along a hexside, at odd ranges, light woods count 1, and a
    // factory without a roof counts on either side.
    uint8_t value_of(Test &test, int a) const {
        auto kind = map.kind(test.code);
        if (kind.is(ROOFLESS)) { return 2; }
        if (!along() || a % 2 == 0) { return kind.is(LIGHT_WOODS) ? 2 : 1; }
        int side = nearest_side(test);
        if (side == NONE || side % 3 != (vertex + 1) % 3) { return 1; }
        int other = map[test.hex].neighbour[side];
        return other != NONE && map.is(map[other].terrain, ROOFLESS) ? 2 : 1;
    }
};
