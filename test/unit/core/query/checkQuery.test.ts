import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import { checkQuery } from "../../../../src/core/query/checkQuery.ts";
import { parseQuery } from "../../../../src/core/query/tql.ts";
import { stepsOf } from "../../../support/stepsOf.ts";
import { bugs } from "./trackers.ts";

suite("a query of the service's language", () => {
  const fine: readonly string[] = [
    'summary = "crash"',
    "summary = 'it''s' OR summary = \"say \\\"x\\\"\"".replace("'it''s'", "'it\\'s'"),
    'status IN ("New", "Closed",) AND points BETWEEN(1, 2.5)',
    'status NOT IN("new")and(points>=3 or not_before < NOW() - 1w)'.replace("not_before", "due_date"),
    "assigned_to = MYSELF() AND last_updated_on > NOW()+2d AND due_date = ''",
    'assigned_to = "JDOE" AND status != ""',
    '@comments = "done" AND status = "New" AND title = "x" AND submitted_by = MYSELF()',
    "WITH PARENT AND WITHOUT CHILDREN OR WITH CHILD ARTIFACT = 12",
    'is linked to tracker = "bug" with type "_is_child" AND IS NOT LINKED FROM ARTIFACT=5 OR IS LINKED TO WITH TYPE "x"',
    "IS COVERED BY ARTIFACT = 5 AND IS NOT COVERING AND IS COVERED",
    'due_date BETWEEN("2024-01-01", "2024-02-01 10:30") AND points = -1',
    'stars < "anything"',
    '  ( ( summary = "x" ) )  \n',
  ];
  for (const query of fine) {
    test(`nothing is wrong with: ${query.trim()}`, () => {
      assert.deepEqual(checkQuery(query, bugs), []);
    });
  }

  /** The marked part is where the problem is. */
  const wrong: readonly (readonly [marked: string, problem: string])[] = [
    ["‹›", "error empty"],
    ["  ‹›", "error empty"],
    ['summary = "x" AND‹›', "error empty"],
    ['summary = "x" AND ‹›OR points = 1', "error empty"],
    ["(‹›)", "error empty"],
    ['‹(›summary = "x"', "error unclosedParenthesis"],
    ['summary = "x"‹)›', "error connective"],
    ['summary = "x" ‹points› = 1', "error connective"],
    ["‹summary›", "error operator"],
    ['‹summary› "x" AND points = 1', "error operator"],
    ["summary ‹=›", "error value"],
    ["summary ‹=› AND points = 1", "error value"],
    ["summary = ‹crash› AND points = 1", "error unquoted"],
    ['summary = ‹"crash AND points = 1›', "error unclosedText"],
    ["status ‹IN› 5", "error value"],
    ['status IN ‹(›"New"', "error unclosedParenthesis"],
    ["due_date > ‹TOMORROW()›", "warning unknown"],
    ['‹is near› ARTIFACT = 5 AND summary = "x"', "warning unknown"],
    ["‹SELECT @id FROM @project = 'self' WHERE @id = 1›", "warning unknown"],
    ['‹sumary› = "x"', "warning unknownField summary"],
    ['‹Story_points› = "x"', "warning unknownField points"],
    ['‹xyz› = "x"', "warning unknownField"],
    ['status = ‹"Nwe"›', "warning unknownValue New"],
    ['status IN ("New", ‹"Vanished"›)', "warning unknownValue"],
    ['assigned_to = ‹"Jane Doe"›', "warning unknownValue"],
    ['status ‹>› "New"', "warning wrongOperator"],
    ['summary ‹IN›("x")', "warning wrongOperator"],
    ["points ‹IN›(1)", "warning wrongOperator"],
    ['points > ‹"many"›', "warning notANumber"],
    ['due_date > ‹"tomorrow"›', "warning notADate"],
    ['‹links› = "5"', "warning notSearchable"],
    ['‹tags› = "crash"', "warning notSearchable"],
    ['‹tgas› = "crash"', "warning unknownField"],
    ['‹@title› = "x"', "warning unknownField summary"],
    ['‹@status› = "New"', "warning unknownField status"],
    ["status = ‹OPEN()›", "warning unknown"],
    ['‹secret› = "5"', "warning notSearchable"],
    ['groups = ‹"Contractor"›', "warning unknownValue Contractors"],
    ['made_by_groups = ‹"Testers"›', "warning unknownValue"],
  ];
  for (const [marked, expected] of wrong) {
    test(`${marked} has: ${expected}`, () => {
      const [before = "", inside = "", after = ""] = marked.split(/[‹›]/);
      const problems = checkQuery(before + inside + after, bugs).map((problem) => {
        const suggestion = "suggestion" in problem ? ` ${problem.suggestion}` : "";
        return [`${problem.severity} ${problem.code}${suggestion}`, problem.offset, problem.length];
      });
      assert.deepEqual(problems, [[expected, before.length, inside.length]]);
    });
  }

  for (const query of [
    'groups = "Membres du projet"',
    'groups IN ("Project members", "contractors")',
    'watcher = "mmeier"',
  ]) {
    test(`${query} may be meant`, () => {
      assert.deepEqual(checkQuery(query, bugs), []);
    });
  }

  test("without the tracker's structure only what no service reads is told", () => {
    assert.deepEqual(checkQuery('sumary > "x" AND status = "Nwe"'), []);
    assert.deepEqual(
      checkQuery("sumary =").map(({ code }) => code),
      ["value"],
    );
  });

  test("reading goes on after what cannot be read", () => {
    const { comparisons, problems } = parseQuery('summary = crash AND (points "3" OR status = "New") AND due_date = 1');
    assert.deepEqual(
      [comparisons.map(({ name }) => name.text), problems.map(({ code }) => code)],
      [
        ["status", "due_date"],
        ["unquoted", "operator"],
      ],
    );
  });

  test("whatever is typed, it is read to its end, and problems are within it", () => {
    const part = fc.oneof(
      fc.constantFrom(
        ...'summary|status|points|(|)|,|=|!=|>|IN|NOT IN|BETWEEN|AND|OR|"New"|"|\'|\\|12|-|NOW()|MYSELF()'.split("|"),
      ),
      fc.constantFrom("WITH", "PARENT", "IS", "NOT", "LINKED", "TO", "TYPE", "ARTIFACT", "select ", "@comments", "1w"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join(" ");
        for (const { offset, length } of checkQuery(text, bugs)) {
          assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length, text);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("deep and long queries are read as well", () => {
    assert.ok(checkQuery(`${"(".repeat(10_000)}a = 1${")".repeat(10_000)}`, bugs).length > 0);
    assert.deepEqual(checkQuery(`summary = "${"\\a".repeat(100_000)}"`, bugs), []);
    assert.deepEqual(checkQuery(Array(2_000).fill("points = 1").join(" OR "), bugs), []);
  });

  test("looks for the name that is meant among as many as take no time, however many values a query has", () => {
    const labels = Array.from({ length: 50_000 }, (_, n) => `${String(n).padStart(8, "0")}${"a".repeat(52)}`);
    const options = new OptionList(labels.map((label, n) => ({ id: n + 200, label, isHidden: false })));
    const many = { ...bugs, fields: bugs.fields.map((field) => (field.type === "sb" ? { ...field, options } : field)) };
    const { name = "" } = many.fields.find(({ type }) => type === "sb") ?? {};
    const values = Array.from({ length: 20 }, (_, n) => `"${"a".repeat(59)}${n % 10}"`);
    const { user } = process.cpuUsage();
    const problems = checkQuery(`${name} IN (${values.join(", ")})`, many);
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 5000, `${tookMs} ms`);
    assert.deepEqual([...new Set(problems.map(({ code }) => code))], ["unknownValue"]);
  });

  test("is read in a time that grows as the query does, whatever quotes it leaves open", () => {
    const { user } = process.cpuUsage();
    parseQuery(`a b "${'\\"'.repeat(60_000)}`);
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 5000, `${tookMs} ms`);
  });

  test("is checked in a time that grows as the query does, and as the fields and values of its tracker do", () => {
    const [small, large] = [200, 400].map((count) => {
      const offered = Array.from({ length: count }, (_, n) => ({ id: n + 200, label: `Value ${n}`, isHidden: false }));
      const options = new OptionList(offered);
      const [list] = bugs.fields.filter(({ type }) => type === "sb");
      assert.ok(list);
      const fields = Array.from({ length: count }, (_, n) => ({ ...list, fieldId: n + 1, name: `f${n}`, options }));
      const values = Array(count).fill('"none of them"').join(", ");
      const query = `${`f${count - 1} = "Value 1" OR g = 1 OR `.repeat(count)}f0 IN (${values})`;
      return stepsOf(() => checkQuery(query, { ...bugs, fields }));
    }) as [number, number];
    assert.ok(large < small * 3, `${small}, and of the double ${large}`);
  });

  test("is not looked through for more mistakes than anybody reads", () => {
    assert.equal(parseQuery("(".repeat(100)).problems.length, 20);
  });
});
