import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Page } from "../../../../src/core/model/tracker.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { repositoriesByProject } from "../../../../src/core/svn/repositoriesByProject.ts";

suite("the repositories of a person's projects", () => {
  const signal = new AbortController().signal;
  const facts = { method: "GET" as const, path: "/projects/1/svn" };

  /** A service of projects by name, each with pages of repositories; `asked` is what it was asked for. */
  function serviceOf(projects: Readonly<Record<string, readonly (readonly string[])[] | "refused">>) {
    const asked: string[] = [];
    const names = Object.keys(projects);
    return {
      asked,
      listProjects: async (offset: number) => {
        asked.push(`projects ${offset}`);
        const label = names[offset] ?? "";
        const item = { id: offset + 1, label, hasTrackers: true, hasSvn: !label.startsWith("No") };
        return { items: [item], ...(offset + 1 < names.length && { nextOffset: offset + 1 }) };
      },
      listRepositories: async (id: number, offset: number): Promise<Page<{ id: number; name: string }>> => {
        const name = names[id - 1] ?? "";
        asked.push(`${name} ${offset}`);
        const pages = projects[name] ?? [];
        if (pages === "refused") {
          throw new ServiceError({ kind: "forbidden", ...facts });
        }
        const items = (pages[offset] ?? []).map((each, at) => ({ id: id * 100 + offset * 10 + at, name: each }));
        return { items, ...(offset + 1 < pages.length && { nextOffset: offset + 1 }) };
      },
    };
  }

  async function allOf(service: ReturnType<typeof serviceOf>): Promise<readonly (readonly string[])[]> {
    const more = repositoriesByProject(service);
    const calls: string[][] = [];
    for (;;) {
      const { items, isLast } = await more(signal);
      calls.push(items.map(({ project, repository }) => `${project.label}/${repository.name}`));
      if (isLast) {
        return calls;
      }
    }
  }

  test("come project by project, without those that use no SVN or show nothing", async () => {
    const service = serviceOf({ One: [["a", "b"], ["c"]], "No SVN": [["never"]], Closed: "refused", Two: [["d"]] });
    assert.deepEqual(await allOf(service), [["One/a", "One/b"], ["One/c"], ["Two/d"]]);
    assert.deepEqual(service.asked, [
      ...["projects 0", "One 0", "One 1", "projects 1", "projects 2", "Closed 0", "projects 3", "Two 0"],
    ]);
  });

  test("are none where no project has any", async () => {
    assert.deepEqual(await allOf(serviceOf({ One: [[]] })), [[]]);
  });

  test("are asked for where they were not told when more is wanted again", async () => {
    const service = serviceOf({ One: [["a"], ["b"]] });
    const { listRepositories } = service;
    const more = repositoriesByProject(service);
    await more(signal);
    service.listRepositories = () => Promise.reject(new ServiceError({ kind: "unreachable", ...facts }));
    await assert.rejects(more(signal), { kind: "unreachable" });
    service.listRepositories = listRepositories;
    const { items, isLast } = await more(signal);
    assert.deepEqual([items.map(({ repository }) => repository.name), isLast], [["b"], true]);
  });

  test("end, whatever a service says of how many projects there are", async () => {
    const endless = {
      listProjects: async (offset: number) => ({ items: [], nextOffset: offset + 1 }),
      listRepositories: () => assert.fail(),
    };
    assert.deepEqual(await repositoriesByProject(endless)(signal), { items: [], isLast: true });
  });

  test("are not looked for without end in a service whose pages have no end, and nothing in them", async () => {
    let asked = 0;
    const page = async (offset: number) => {
      asked += 1;
      return { items: [], nextOffset: offset + 50 };
    };
    const more = repositoriesByProject({ listProjects: page, listRepositories: async (_, offset) => page(offset) });
    assert.deepEqual(await more(signal), { items: [], isLast: true });
    assert.equal(asked, 500);
  });
});
