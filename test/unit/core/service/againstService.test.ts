import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { VersionedArtifact } from "../../../../src/core/model/artifact.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { ArtifactCriteria, Page } from "../../../../src/core/model/tracker.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import type { Fault } from "../../../service/faults.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "./loopbackServer.ts";

suite("the client against the reference service", () => {
  const signal = new AbortController().signal;
  const bug = 501;
  const titleField = 1202;
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService({ dropEtagWhenCompressed: true });
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });

  teardown(() => service.close());

  const title = (value: string): readonly Entry[] => [{ fieldId: titleField, members: { value } }];
  const conditionOf = ({ version }: VersionedArtifact) => ({ ifMatch: version.etag ?? assert.fail("no Etag") });
  const kindOf = (error: unknown) => (isServiceError(error) ? error.kind : String(error));
  const outcomeOf = (action: Promise<unknown>) => action.then(() => "done", kindOf);

  test("an artifact comes with both versions and what its document needs", async () => {
    const { artifact, version, date } = await client.readArtifact(bug, signal);
    assert.match(version.etag ?? "", /^\d+$/);
    assert.equal(Date.parse(version.lastModified ?? "") / 1000, Number(version.etag));
    assert.ok(!Number.isNaN(Date.parse(date ?? "")));
    assert.equal(artifact.xref, "bug #501");
    assert.equal(artifact.browserUrl, `${service.origin}/plugins/tracker/?aid=501`);
    assert.ok(artifact.values.some(({ kind }) => kind === "links"));
  });

  test("a tracker's artifacts come by query, and in either order", async () => {
    const ids = async (criteria: ArtifactCriteria) =>
      (await client.listArtifacts(14, 0, 3, signal, criteria)).items.map(({ id }) => id);
    const [first] = await ids({});
    const [newest] = await ids({ order: "desc" });
    assert.ok(first !== undefined && newest !== undefined && first < newest);
    const expected = await ids({ query: { title: { operator: "contains", value: "parser tests" } } });
    assert.equal(expected.length, 3);
    assert.deepEqual(await ids({ expertQuery: 'title = "parser tests"' }), expected);
  });

  test("full text finds artifacts where the service has it", async () => {
    assert.equal(await outcomeOf(client.searchFullText("crash", 0, signal)), "notFound");
    service.control.changeSettings({ hasFullText: true });
    const { items } = await client.searchFullText("notification crash", 0, signal);
    assert.deepEqual(items[0], {
      id: 510,
      title: "The mail notification crashes",
      xref: "bug #510",
      browserUrl: `${service.origin}/plugins/tracker/?aid=510`,
      status: "New",
    });
    assert.equal(await outcomeOf(client.searchFullText("cr", 0, signal)), "rejected");
    // It changes nothing, so that a lost answer is asked for again.
    service.control.addFault({ path: "/search", fault: { kind: "reset", when: "after" } });
    assert.equal((await client.searchFullText("notification crash", 0, signal)).items.length, items.length);
    service.control.addFault({ path: "/search", fault: { kind: "reset", when: "after" }, count: null });
    assert.equal(await outcomeOf(client.searchFullText("crash", 0, signal)), "unreachable");
  });

  test("every entry goes back as it was read, and changes nothing", async () => {
    const tracker = await client.readTracker(12, signal);
    const writable = new Set(tracker.fields.filter(({ isUpdatable }) => isUpdatable).map(({ fieldId }) => fieldId));
    const kinds = new Set<string>();
    const refused: string[] = [];
    for (let artifactId = bug; artifactId < bug + 40; artifactId++) {
      const read = await client.readArtifact(artifactId, signal).catch((error: unknown) => kindOf(error));
      if (typeof read === "string") {
        continue;
      }
      for (const { entry, kind, type, fieldId } of read.artifact.values) {
        if (entry === undefined || kind === undefined || !writable.has(fieldId)) {
          continue;
        }
        kinds.add(kind);
        try {
          const answer = await client.updateArtifact(artifactId, [entry], conditionOf(read), signal);
          if (answer.kind !== "updated" || answer.version.etag !== read.version.etag) {
            refused.push(`${artifactId}/${fieldId} (${type}) became ${JSON.stringify(answer)}`);
          }
        } catch (error) {
          refused.push(`${artifactId}/${fieldId} (${type}): ${String(error)} ${JSON.stringify(entry.members)}`);
        }
      }
    }
    assert.deepEqual(refused, []);
    assert.deepEqual([...kinds].sort(), [
      "computed",
      "date",
      "files",
      "links",
      "list",
      "number",
      "openList",
      "permissions",
      "steps",
      "string",
      "text",
    ]);
  });

  test("a change is taken, and its version is the next condition", async () => {
    const read = await client.readArtifact(bug, signal);
    const first = await client.updateArtifact(bug, title("One"), conditionOf(read), signal);
    assert.ok(first.kind === "updated" && first.version.etag !== read.version.etag);
    const condition = { ifUnmodifiedSince: first.version.lastModified ?? "" };
    assert.equal((await client.updateArtifact(bug, title("Two"), condition, signal)).kind, "updated");
    assert.equal((await client.readArtifact(bug, signal)).artifact.title, "Two");
  });

  test("a colleague's change in between is a failed precondition", async () => {
    const read = await client.readArtifact(bug, signal);
    service.control.editArtifact({ artifactId: bug, values: [{ field_id: titleField, value: "Theirs" }] });
    const answer = await client.updateArtifact(bug, title("Mine"), conditionOf(read), signal);
    assert.equal(answer.kind, "preconditionFailed");
    assert.equal((await client.readArtifact(bug, signal)).artifact.title, "Theirs");
  });

  for (const { when, applied } of [
    { when: "before", applied: false },
    { when: "after", applied: true },
  ] as const) {
    test(`an answer lost ${when} the change was applied is lost, and asked for once`, async () => {
      const read = await client.readArtifact(bug, signal);
      service.clearRequests();
      service.control.addFault({ method: "PUT", fault: { kind: "reset", when } });
      assert.equal(await outcomeOf(client.updateArtifact(bug, title("Mine"), conditionOf(read), signal)), "answerLost");
      assert.equal(service.requests.length, 1);
      assert.equal((await client.readArtifact(bug, signal)).artifact.title === "Mine", applied);
    });
  }

  test("a validation error says what the service says", async () => {
    const read = await client.readArtifact(bug, signal);
    const error = await client
      .updateArtifact(bug, title(""), conditionOf(read), signal)
      .catch((thrown: unknown) => thrown);
    assert.ok(isServiceError(error));
    assert.equal(error.kind, "rejected");
    assert.match(error.serviceMessage ?? "", /^The field .* is required\.$/);
  });

  const readFaults: readonly (readonly [fault: Fault, outcome: string])[] = [
    [{ kind: "loginPage" }, "invalidAnswer"],
    [{ kind: "loginRedirect" }, "redirected"],
    [{ kind: "httpsRedirect" }, "redirected"],
    [{ kind: "badGateway" }, "done"],
    [{ kind: "reset", when: "before" }, "done"],
    [{ kind: "truncate", bytes: 100 }, "done"],
    [{ kind: "truncate", bytes: 100, announces: "part" }, "invalidAnswer"],
    [{ kind: "contentType", contentType: "text/plain" }, "invalidAnswer"],
    [{ kind: "unauthorized" }, "unauthorized"],
    [{ kind: "dropVersions" }, "done"],
  ];
  for (const [fault, outcome] of readFaults) {
    test(`one ${JSON.stringify(fault)} while reading ends with: ${outcome}`, async () => {
      service.control.addFault({ method: "GET", fault });
      assert.equal(await outcomeOf(client.readArtifact(bug, signal)), outcome);
    });
  }

  test("a proxy that compresses does not cost an artifact its Etag", async () => {
    assert.notEqual((await client.readArtifact(bug, signal)).version.etag, undefined);
    assert.ok((await client.readTracker(12, signal)).fields.length > 0);
    assert.match(service.requests.at(-1)?.headers["accept-encoding"] ?? "", /gzip/);
  });

  test("listings can be walked to their end", async () => {
    const projects = await walked((offset) => client.listProjects(offset, signal));
    assert.ok(projects.some(({ id, hasTrackers }) => id === 101 && hasTrackers));
    const trackers = await walked((offset) => client.listTrackers(101, offset, signal));
    assert.ok(trackers.some(({ id, label }) => id === 12 && label === "Bugs"));
    const bugs = await walked((offset) => client.listArtifacts(12, offset, 100, signal));
    assert.ok(bugs.length > 200 && new Set(bugs.map(({ id }) => id)).size === bugs.length, String(bugs.length));
    assert.ok(bugs.every(({ values }) => values.length === 0));
  });

  async function walked<T>(read: (offset: number) => Promise<Page<T>>): Promise<readonly T[]> {
    const items: T[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Page<T> = await read(offset);
      items.push(...page.items);
      offset = page.nextOffset;
    }
    return items;
  }

  test("attachments come whole, and never from elsewhere", async () => {
    const ours = service.control.addAttachment({ artifactId: bug, name: "a b+%é.txt", text: "content" });
    const theirs = service.control.addAttachment({
      artifactId: bug,
      name: "evil.txt",
      text: "x",
      htmlUrl: "https://elsewhere.invalid/evil.txt",
    });
    const { attachments } = (await client.readArtifact(bug, signal)).artifact;
    const [own, foreign] = [ours, theirs].map(({ id }) => attachments.find(({ n }) => n === id));
    assert.ok(own && foreign);
    assert.equal(own.name, "a b+%é.txt");
    assert.equal(new TextDecoder().decode(await client.readAttachment(own, 100, signal)), "content");
    assert.equal(await outcomeOf(client.readAttachment(foreign, 100, signal)), "foreignOrigin");
    assert.equal(
      await outcomeOf(client.readAttachment({ ...own, contentUrl: "/plugins/tracker/attachments/1-x" }, 100, signal)),
      "notFound",
    );
  });

  suite("creating and deleting", () => {
    const tracker = 12;

    test("what is created is there, and among what the tracker received lately", async () => {
      const { artifactId } = await client.createArtifact(tracker, await submission("Made here"), signal);
      const read = await client.readArtifact(artifactId, signal);
      assert.equal(read.artifact.title, "Made here");
      const [latest] = (await client.recentArtifacts(tracker, 0, signal)).items;
      assert.deepEqual([latest?.id, latest?.title], [artifactId, "Made here"]);
      const trackerField = (await client.readTracker(tracker, signal)).titleFieldId;
      assert.equal(trackerField, titleField);
    });

    test("XML is taken as well", async () => {
      const body = {
        contentType: "application/xml",
        text: `<request><tracker><id>${tracker}</id></tracker><values>${(await submission("From XML"))
          .map(({ fieldId, members }) => xmlItem(fieldId, members))
          .join("")}</values></request>`,
      } as const;
      const { artifactId } = await client.createArtifact(tracker, [], signal, body);
      assert.equal((await client.readArtifact(artifactId, signal)).artifact.title, "From XML");
    });

    test("a POST whose answer was lost is sent once, and the tracker tells what it received", async () => {
      const entries = await submission("Perhaps");
      service.clearRequests();
      service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
      assert.equal(await outcomeOf(client.createArtifact(tracker, entries, signal)), "answerLost");
      assert.equal(service.requests.length, 1);
      assert.equal((await client.recentArtifacts(tracker, 0, signal)).items[0]?.title, "Perhaps");
    });

    test("a refusal says which field it is about", async () => {
      const error = await client
        .createArtifact(tracker, [{ fieldId: titleField, members: { value: "" } }], signal)
        .catch((thrown: unknown) => thrown);
      assert.ok(isServiceError(error));
      assert.deepEqual([error.kind, error.status], ["rejected", 400]);
      assert.match(error.serviceMessage ?? "", /is required/);
    });

    test("deleting counts down to the limit, and only administrators may", async () => {
      service.control.changeSettings({ deletionLimit: 2 });
      const admin = clientOf(service.baseUrl, { accessKey: async () => service.keys.admin }).client;
      assert.equal(await outcomeOf(client.deleteArtifact(bug, signal)), "forbidden");
      assert.deepEqual(
        [await admin.deleteArtifact(bug, signal), await admin.deleteArtifact(bug + 1, signal)],
        [{ rateLimit: { limit: 2, remaining: 1 } }, { rateLimit: { limit: 2, remaining: 0 } }],
      );
      const error = await admin.deleteArtifact(bug + 2, signal).catch((thrown: unknown) => thrown);
      assert.ok(isServiceError(error));
      assert.deepEqual([error.kind, error.rateLimit], ["tooManyRequests", { limit: 2, remaining: 0 }]);
      assert.equal(await outcomeOf(admin.deleteArtifact(bug, signal)), "notFound");
      service.control.changeSettings({ deletionLimit: 0 });
      const off = await admin.deleteArtifact(bug + 2, signal).catch((thrown: unknown) => thrown);
      assert.ok(isServiceError(off));
      assert.deepEqual([off.kind, off.rateLimit], ["forbidden", { limit: 0, remaining: 0 }]);
    });

    test("the answer can be had as it comes, in both formats", async () => {
      const [asJson, asXml] = [
        await client.readArtifactText(bug, "json", signal),
        await client.readArtifactText(bug, "xml", signal),
      ];
      assert.equal((JSON.parse(asJson.text) as { id: number }).id, bug);
      assert.match(asXml.text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<response><id>501<\/id>/);
      assert.match(asXml.contentType, /^application\/xml/);
      const error = await client.readArtifactText(99_999, "xml", signal).catch((thrown: unknown) => thrown);
      assert.ok(isServiceError(error));
      assert.deepEqual([error.kind, error.serviceMessage], ["notFound", undefined]);
    });

    /** A title, and a value for each other field that has to have one. */
    async function submission(text: string): Promise<readonly Entry[]> {
      const { fields } = await client.readTracker(tracker, signal);
      const required = fields.filter(({ isRequired, isSubmittable, fieldId, defaultMembers }) => {
        return isRequired && isSubmittable && fieldId !== titleField && defaultMembers === undefined;
      });
      return [
        ...title(text),
        ...required.map(({ fieldId, options }): Entry => {
          const option = options.all.find(({ isHidden }) => !isHidden);
          return { fieldId, members: option ? { bind_value_ids: [option.id] } : { value: "x" } };
        }),
      ];
    }

    function xmlItem(fieldId: number, { value, bind_value_ids: ids }: Entry["members"]): string {
      const content = Array.isArray(ids)
        ? `<bind_value_ids>${ids.map((id) => `<item>${String(id)}</item>`).join("")}</bind_value_ids>`
        : `<value>${String(value)}</value>`;
      return `<item><field_id>${fieldId}</field_id>${content}</item>`;
    }
  });

  suite("SVN repositories", () => {
    const admin = () => clientOf(service.baseUrl, { accessKey: async () => service.keys.admin }).client;

    test("are listed, and show their settings to those who may change them", async () => {
      const listed = await walked((offset) => client.listRepositories(122, offset, signal));
      assert.deepEqual(
        listed.map(({ id, name }) => [id, name]),
        [
          [90, "repo01"],
          [91, "tools"],
          [92, "website"],
        ],
      );
      assert.equal((await client.readRepository(90, signal)).settings, undefined);
      assert.ok((await admin().readRepository(90, signal)).settings);
    });

    test("settings go back as they were read, and change nothing", async () => {
      for (const repositoryId of [90, 91, 92]) {
        const before = service.control.readRepository({ repositoryId });
        const { settings } = await admin().readRepository(repositoryId, signal);
        assert.ok(settings);
        const stored = await admin().updateRepository(repositoryId, settings, signal);
        assert.deepEqual(stored?.settings, settings);
        assert.deepEqual(service.control.readRepository({ repositoryId }), before);
      }
    });

    test("what the service makes of the settings comes back", async () => {
      const { settings } = await admin().readRepository(90, signal);
      assert.ok(settings);
      const changed = { ...settings, access_file: " [/]\n@nobody = rw\n", has_default_permissions: false };
      const stored = await admin().updateRepository(90, changed, signal);
      assert.deepEqual(
        [stored?.settings?.access_file, stored?.settings?.has_default_permissions],
        ["[/]\n# @nobody = rw", false],
      );
      assert.equal(await outcomeOf(client.updateRepository(90, settings, signal)), "forbidden");
    });

    test("are created once per name, and deleted", async () => {
      const created = await admin().createRepository({ projectId: 122, name: "fresh" }, signal);
      assert.deepEqual([created?.name, created?.projectId, created?.settings?.access_file], ["fresh", 122, ""]);
      const error = await admin()
        .createRepository({ projectId: 122, name: "fresh" }, signal)
        .catch((thrown: unknown) => thrown);
      assert.ok(isServiceError(error));
      assert.deepEqual(
        [error.kind, error.status, error.serviceMessage],
        ["rejected", 409, "Repository name is already used in this project."],
      );
      await admin().deleteRepository(created?.id ?? 0, signal);
      assert.equal(await outcomeOf(admin().readRepository(created?.id ?? 0, signal)), "notFound");
    });

    test("a minimal service has no routes to read them: its refusal says nothing", async () => {
      const messageOf = async (action: Promise<unknown>) => {
        const error = await action.catch((thrown: unknown) => thrown);
        assert.ok(isServiceError(error));
        return [error.kind, error.serviceMessage];
      };
      assert.deepEqual(
        [await messageOf(client.readRepository(999, signal)), await messageOf(client.listRepositories(999, 0, signal))],
        [
          ["notFound", "Repository not found"],
          ["notFound", "Project does not exist"],
        ],
      );
      const { settings } = await admin().readRepository(90, signal);
      service.control.changeSettings({ listing: "minimal" });
      assert.deepEqual(
        [
          await messageOf(client.readRepository(90, signal)),
          await messageOf(client.listRepositories(122, 0, signal)),
          await messageOf(client.recentArtifacts(12, 0, signal)),
        ],
        [
          ["notFound", undefined],
          ["notFound", undefined],
          ["notFound", undefined],
        ],
      );
      assert.ok(settings && (await admin().updateRepository(90, settings, signal)));
    });
  });

  suite("checking", () => {
    const checkWith = (accessKey: string | undefined) =>
      clientOf(service.baseUrl, { accessKey: async () => accessKey }).client.check(signal);

    test("a good key tells who it belongs to", async () => {
      const check = await checkWith(service.keys.member);
      assert.ok(check.kind === "ok" && check.userName !== undefined);
    });

    test("keys that do not serve are refused", async () => {
      for (const key of [
        "nonsense",
        service.keys.expired,
        service.keys.suspended,
        service.keys.outOfScope,
        undefined,
      ]) {
        const check = await checkWith(key);
        assert.equal(check.kind === "failed" && check.step, "key", key);
      }
    });

    test("an address beside the API is told", async () => {
      const check = await clientOf(`${service.origin}/wiki/v1`).client.check(signal);
      assert.equal(check.kind === "failed" && check.step, "api");
    });

    test("a minimal service is accepted, and serves artifacts", async () => {
      service.control.changeSettings({ listing: "minimal" });
      assert.deepEqual(await checkWith(service.keys.member), { kind: "ok" });
      assert.equal((await client.readArtifact(bug, signal)).artifact.id, bug);
      assert.equal(await outcomeOf(client.listProjects(0, signal)), "notFound");
    });
  });
});
