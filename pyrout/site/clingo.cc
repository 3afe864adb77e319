// What pyrout.control needs of clingo, for WebAssembly: few calls, each of which carries much, because a call from Python to
// another module is dear. Every function gives 0, or the code of clingo's error, whose words `pyrout_words` then has.
//
// What is read lies in one buffer, in words of 32 bits (low byte first):
//   strings, symbols, rows                       how many there are of each
//   for each string that is new                  its length in bytes
//   for each symbol that is new                  kind, and then: number: its value; string: its string;
//                                                function: string of its name, how many arguments, the arguments
//   for each row                                 what the call says
//   the bytes of the new strings
// Strings and symbols are numbered from 0 in the order in which they were told of first; arguments come before what has them.
#include <clingo.h>

#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

std::unordered_map<std::string, uint32_t> strings;
std::unordered_map<clingo_symbol_t, uint32_t> symbols;
uint32_t new_strings, new_symbols, rows;
std::vector<uint32_t> lengths, told, row;
std::string bytes;
std::vector<uint8_t> buffer;

struct Failed {};

void must(bool done) {
    if (!done) { throw Failed(); }
}

uint32_t string_of(char const *text) {
    auto found = strings.emplace(text, strings.size());
    if (found.second) {
        lengths.push_back(found.first->first.size());
        bytes += found.first->first;
        ++new_strings;
    }
    return found.first->second;
}

uint32_t symbol_of(clingo_symbol_t symbol) {
    auto known = symbols.find(symbol);
    if (known != symbols.end()) { return known->second; }
    auto type = clingo_symbol_type(symbol);
    if (type == clingo_symbol_type_number) {
        int number;
        must(clingo_symbol_number(symbol, &number));
        told.insert(told.end(), {uint32_t(type), uint32_t(number)});
    } else if (type == clingo_symbol_type_string) {
        char const *text;
        must(clingo_symbol_string(symbol, &text));
        told.insert(told.end(), {uint32_t(type), string_of(text)});
    } else if (type == clingo_symbol_type_function) {
        char const *name;
        clingo_symbol_t const *arguments;
        size_t size;
        must(clingo_symbol_name(symbol, &name));
        must(clingo_symbol_arguments(symbol, &arguments, &size));
        std::vector<uint32_t> own{uint32_t(type), string_of(name), uint32_t(size)};
        for (size_t i = 0; i != size; ++i) { own.push_back(symbol_of(arguments[i])); }
        told.insert(told.end(), own.begin(), own.end());
    } else {
        told.push_back(type);
    }
    ++new_symbols;
    uint32_t number = symbols.size();
    symbols.emplace(symbol, number);
    return number;
}

void put(uint32_t word) {
    for (int i = 0; i != 4; ++i) { buffer.push_back(uint8_t(word >> (8 * i))); }
}

void written() {
    buffer.clear();
    buffer.reserve(4 * (3 + lengths.size() + told.size() + row.size()) + bytes.size());
    put(new_strings);
    put(new_symbols);
    put(rows);
    for (auto const *words : {&lengths, &told, &row}) {
        for (auto word : *words) { put(word); }
        const_cast<std::vector<uint32_t> *>(words)->clear();
    }
    buffer.insert(buffer.end(), bytes.begin(), bytes.end());
    bytes.clear();
    new_strings = new_symbols = rows = 0;
}

template <class Work> int guarded(Work work) {
    try {
        work();
        return 0;
    } catch (Failed const &) {
        row.clear();
        rows = 0;
        return clingo_error_code();
    } catch (std::bad_alloc const &) {
        row.clear();
        rows = 0;
        clingo_set_error(clingo_error_bad_alloc, "out of memory");
        return clingo_error_bad_alloc;
    }
}

clingo_symbol_t parsed(std::string const &text) {
    clingo_symbol_t symbol;
    must(clingo_parse_term(text.c_str(), nullptr, nullptr, 0, &symbol));
    return symbol;
}

// The symbols of a text that has one a line; a line of its own, `.`, ends each list.
std::vector<std::string> lines_of(char const *text) {
    std::istringstream in(text);
    std::vector<std::string> found;
    for (std::string line; std::getline(in, line);) { found.push_back(line); }
    return found;
}

clingo_solve_handle_t *solving = nullptr;
clingo_model_t const *model = nullptr;

} // namespace

extern "C" {

char const *pyrout_words() {
    auto const *words = clingo_error_message();
    return words ? words : "error";
}

uint8_t const *pyrout_buffer() { return buffer.data(); }
size_t pyrout_buffer_size() { return buffer.size(); }

// A control for all answer sets; 0 where there is none to be had.
clingo_control_t *pyrout_control() {
    char const *arguments[] = {"--warn=none", "0"};
    clingo_control_t *control = nullptr;
    auto quiet = [](clingo_warning_t, char const *, void *) {};
    return clingo_control_new(arguments, 2, quiet, nullptr, 1, &control) ? control : nullptr;
}

void pyrout_free(clingo_control_t *control) { clingo_control_free(control); }

int pyrout_add(clingo_control_t *control, char const *part, char const *program) {
    return guarded([&] { must(clingo_control_add(control, part, nullptr, 0, program)); });
}

// `parts` has a line for each part's name and for each of its arguments, and the line `.` after each part.
int pyrout_ground(clingo_control_t *control, char const *parts) {
    return guarded([&] {
        std::vector<std::pair<std::string, std::vector<clingo_symbol_t>>> found;
        bool begins = true;
        for (auto const &line : lines_of(parts)) {
            if (begins) { found.emplace_back(line, std::vector<clingo_symbol_t>()); }
            else if (line != ".") { found.back().second.push_back(parsed(line)); }
            begins = line == ".";
        }
        std::vector<clingo_part_t> given;
        for (auto const &part : found) { given.push_back({part.first.c_str(), part.second.data(), part.second.size()}); }
        must(clingo_control_ground(control, given.data(), given.size(), nullptr, nullptr));
    });
}

// The atoms of a signature, or all (an empty name): a row has the symbol, the literal, and 1 for a fact plus 2 for an external.
int pyrout_atoms(clingo_control_t *control, char const *name, uint32_t arity) {
    return guarded([&] {
        clingo_symbolic_atoms_t const *atoms;
        must(clingo_control_symbolic_atoms(control, &atoms));
        clingo_signature_t signature;
        if (*name) { must(clingo_signature_create(name, arity, true, &signature)); }
        clingo_symbolic_atom_iterator_t at, end;
        must(clingo_symbolic_atoms_begin(atoms, *name ? &signature : nullptr, &at));
        must(clingo_symbolic_atoms_end(atoms, &end));
        for (;;) {
            bool over, fact, external;
            must(clingo_symbolic_atoms_iterator_is_equal_to(atoms, at, end, &over));
            if (over) { break; }
            clingo_symbol_t symbol;
            clingo_literal_t literal;
            must(clingo_symbolic_atoms_symbol(atoms, at, &symbol));
            must(clingo_symbolic_atoms_literal(atoms, at, &literal));
            must(clingo_symbolic_atoms_is_fact(atoms, at, &fact));
            must(clingo_symbolic_atoms_is_external(atoms, at, &external));
            row.insert(row.end(), {symbol_of(symbol), uint32_t(literal), uint32_t(fact) + 2 * uint32_t(external)});
            ++rows;
            must(clingo_symbolic_atoms_next(atoms, at, &at));
        }
        written();
    });
}

// Begins to look for answer sets; `assumptions` has a line for each: + or -, and an atom that there is.
int pyrout_solve(clingo_control_t *control, char const *assumptions) {
    return guarded([&] {
        clingo_symbolic_atoms_t const *atoms;
        must(clingo_control_symbolic_atoms(control, &atoms));
        std::vector<clingo_literal_t> given;
        for (auto const &line : lines_of(assumptions)) {
            clingo_symbolic_atom_iterator_t at;
            bool valid;
            must(clingo_symbolic_atoms_find(atoms, parsed(line.substr(1)), &at));
            must(clingo_symbolic_atoms_is_valid(atoms, at, &valid));
            if (!valid) {
                clingo_set_error(clingo_error_runtime, "an assumption about an atom that there is not");
                throw Failed();
            }
            clingo_literal_t literal;
            must(clingo_symbolic_atoms_literal(atoms, at, &literal));
            given.push_back(line[0] == '+' ? literal : -literal);
        }
        must(clingo_control_solve(control, clingo_solve_mode_yield, given.data(), given.size(), nullptr, nullptr, &solving));
        model = nullptr;
    });
}

// Goes on to the next answer set; the buffer has one row: whether there is one.
int pyrout_next() {
    return guarded([&] {
        must(clingo_solve_handle_resume(solving));
        must(clingo_solve_handle_model(solving, &model));
        row.push_back(model != nullptr);
        ++rows;
        written();
    });
}

// The shown atoms of the answer set, a row each.
int pyrout_shown() {
    return guarded([&] {
        size_t size;
        must(clingo_model_symbols_size(model, clingo_show_type_shown, &size));
        std::vector<clingo_symbol_t> found(size);
        must(clingo_model_symbols(model, clingo_show_type_shown, found.data(), size));
        for (auto symbol : found) { row.push_back(symbol_of(symbol)); }
        rows = size;
        written();
    });
}

// Whether a literal is true in the answer set: one row.
int pyrout_true(int32_t literal) {
    return guarded([&] {
        bool result;
        must(clingo_model_is_true(model, literal, &result));
        row.push_back(result);
        ++rows;
        written();
    });
}

// Ends the search; the buffer has one row, the bits of clingo's result (1 satisfiable, 4 exhausted).
int pyrout_end() {
    clingo_solve_result_bitset_t result = 0;
    auto code = guarded([&] {
        must(clingo_solve_handle_cancel(solving));
        must(clingo_solve_handle_get(solving, &result));
    });
    auto closed = guarded([&] { must(clingo_solve_handle_close(solving)); });
    solving = nullptr;
    model = nullptr;
    row.push_back(result);
    ++rows;
    written();
    return code ? code : closed;
}
}
