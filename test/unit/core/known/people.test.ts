import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { KnownPeople } from "../../../../src/core/known/people.ts";
import type { User } from "../../../../src/core/model/user.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";

function harness(answer: (id: number) => User, found: readonly User[] = []) {
  const asked: number[] = [];
  const failures: unknown[] = [];
  let learnt = 0;
  const searched: string[] = [];
  const people = new KnownPeople(
    async (words) => {
      searched.push(words);
      return found;
    },
    async (id) => {
      asked.push(id);
      return answer(id);
    },
    (error) => failures.push(error),
    () => learnt++,
  );
  return { people, asked, searched, failures, learnt: () => learnt };
}

const failing = (kind: "notFound" | "unreachable", serviceMessage?: string) => (): never => {
  throw new ServiceError({ method: "GET", path: "/users/1", kind, ...(serviceMessage && { serviceMessage }) });
};

suite("people by their numbers", () => {
  test("are asked for once, those that were told not at all", async () => {
    const { people, asked, learnt } = harness((id) => ({
      id,
      username: "jdoe",
      label: "Jane Doe (jdoe)",
      isActive: id < 9,
    }));
    people.learn([{ id: 1, name: "Max" }]);
    await people.want([1, 2, 2, 9, 0, -1, Number.NaN]);
    await people.want([2]);
    assert.deepEqual(
      [asked, learnt(), people.get(1), people.get(2), people.get(9)],
      [
        [2, 9],
        2,
        { name: "Max", isActive: true },
        { name: "Jane Doe (jdoe)", isActive: true },
        { name: "Jane Doe (jdoe)", isActive: false },
      ],
    );
    people.clear();
    assert.equal(people.get(2), undefined);
    await people.want([2]);
    assert.deepEqual(asked, [2, 9, 2]);
  });

  test("are unknown where the service says so", async () => {
    const { people, learnt } = harness(failing("notFound", "User Id not found"));
    await people.want([1]);
    assert.deepEqual([people.get(1), learnt()], ["unknown", 1]);
  });

  test("are not called unknown where the service has no way to ask, which is asked once", async () => {
    const { people, asked } = harness(failing("notFound"));
    await people.want([1, 2]);
    await people.want([3]);
    assert.deepEqual([people.get(1), asked], [undefined, [1]]);
  });

  test("are asked for again after a failure", async () => {
    const { people, asked, failures } = harness(failing("unreachable"));
    await people.want([1]);
    await people.want([1]);
    assert.deepEqual([people.get(1), asked, failures.length], [undefined, [1, 1], 2]);
  });

  test("are no flood of requests", async () => {
    const { people, asked } = harness((id) => ({ id, username: "a", label: "a" }));
    await people.want(Array.from({ length: 500 }, (_, index) => index + 1));
    assert.equal(asked.length, 50);
  });

  test("are kept as many as take no room, those that were told last", () => {
    const { people } = harness(failing("unreachable"));
    people.learn(Array.from({ length: 5002 }, (_, index) => ({ id: index + 1, name: `Person ${index + 1}` })));
    assert.deepEqual(
      [1, 2, 3, 5002].map((id) => people.name(id)),
      [undefined, undefined, "Person 3", "Person 5002"],
    );
  });

  test("are looked for by the same words in whatever case, and known by their numbers afterwards", async () => {
    const { people, asked, searched } = harness(failing("notFound"), [
      { id: 102, username: "jdoe", label: "Jane Doe (jdoe)" },
      { id: 103, username: "gone", label: "Gone (gone)", isActive: false },
    ]);
    const { signal } = new AbortController();
    await people.find("Jan ", signal);
    await people.find("jan", signal);
    await people.want([102, 103]);
    assert.deepEqual(
      [searched, asked, people.name(102), people.get(103)],
      [["jan", "jan"], [], "Jane Doe (jdoe)", { name: "Gone (gone)", isActive: false }],
    );
  });

  test("have the names by which they were read, whatever an answer calls them besides", async () => {
    const { people } = harness((id) => ({ id, username: "jdoe", label: "Jane Doe (jdoe)", isActive: false }));
    await people.want([1]);
    people.learn([{ id: 1, name: "Jane" }]);
    assert.deepEqual([people.get(1), people.names], [{ name: "Jane Doe (jdoe)", isActive: false }, []]);
    people.learn([{ id: 2, name: "Max" }]);
    assert.deepEqual(people.names, ["Max"]);
  });

  test("keep their names while they are asked for anew", async () => {
    const { people, asked } = harness((id) => ({ id, username: "new", label: "New" }));
    people.learn([{ id: 1, name: "Max" }]);
    people.refresh();
    assert.equal(people.name(1), "Max");
    for (const _each of ["first", "second"]) {
      await people.want([1]);
    }
    assert.deepEqual([asked, people.name(1)], [[1], "New"]);
    people.refresh();
    await people.want([1]);
    assert.deepEqual(asked, [1, 1]);
  });
});
