import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CutShort, writeWhole } from "../../../src/core/attachments/partialFile.ts";
import { documentCodec } from "../../../src/core/codec/documentCodec.ts";
import { deleteArtifacts } from "../../../src/core/deletion/deleteArtifacts.ts";
import { PostedDraft } from "../../../src/core/draft/postedDraft.ts";
import { Catalog } from "../../../src/core/known/catalog.ts";
import type { CatalogService } from "../../../src/core/known/ports.ts";
import type { Entry } from "../../../src/core/model/entry.ts";
import { isJsonObject } from "../../../src/core/model/json.ts";
import type { DocumentFormat } from "../../../src/core/model/uri.ts";
import { whyNotDeleted } from "../../../src/core/sentences/deletion.ts";
import { whyNotCreated } from "../../../src/core/sentences/drafts.ts";
import { whyRepositoryNotCreated } from "../../../src/core/sentences/repositories.ts";
import { conflictSentence } from "../../../src/core/sentences/svn.ts";
import { uploadFailed } from "../../../src/core/sentences/uploads.ts";
import { ServiceError } from "../../../src/core/service/serviceError.ts";
import { type RepositoryDraftState, RepositoryPosting } from "../../../src/core/svn/repositoryDraft.ts";
import { defaultSettings } from "../../../src/core/svn/settings.ts";
import { printDraft } from "../../../src/core/svn/settingsText.ts";
import { Attaching } from "../../../src/core/upload/attachIds.ts";
import { UploadFailure } from "../../../src/core/upload/uploadFailure.ts";
import { artifactCopy } from "../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../src/core/workingCopy/artifactTypes.ts";
import type { Base } from "../../../src/core/workingCopy/base.ts";
import { documentEntries } from "../../../src/core/workingCopy/base.ts";
import { encodeAs } from "../../../src/core/workingCopy/requestEncoding.ts";
import { artifactForm, fieldForm, type TextForm } from "../../../src/core/workingCopy/textForm.ts";
import { artifactSaveWords } from "../../../src/editor/documents/artifactSaveWords.ts";
import { createSaveReporter } from "../../../src/editor/documents/saveReporter.ts";
import { artifactDraft } from "../../support/artifactDraft.ts";
import { MemoryStateStore } from "../../support/memoryArtifactService.ts";
import { MemoryCatalogStore } from "../../support/memoryCatalogStore.ts";
import { MemoryDraftStore } from "../../support/memoryDraftStore.ts";
import { MemorySettings, MemorySettingsStates, SettingsSheet } from "../core/svn/settingsFixture.ts";
import { MemorySource } from "../core/upload/memorySource.ts";
import { dependenciesOf, tusUploadOf } from "../core/upload/uploadFixture.ts";
import type { FaultyService } from "./faultyService.ts";

/** What a person is told at the end. Failures of the service are thrown by `run` instead, and worded by the caller. */
export type Outcome =
  | { readonly kind: "done"; readonly result?: unknown }
  /** Told that it did not happen. */
  | { readonly kind: "notDone"; readonly words?: string }
  /** Told that nobody knows. */
  | { readonly kind: "unknown"; readonly words?: string };

/** One thing a person does, from start to end. */
export interface Operation {
  readonly name: string;
  readonly what: string;
  readonly key?: "admin";
  /** Of its writes; undefined: it only reads. */
  readonly writes?: readonly string[];
  /** It reads a file, of which any bytes will do. */
  readonly isOfContent?: true;
  readonly readsXml?: true;
  readonly isCheck?: true;
  /** It begins with an answer so short that nothing may be left of it. */
  readonly beginsShort?: true;
  readonly maxRequests: number;
  /** The requests of it that may be sent again, since the same twice is the same once: by their paths. */
  readonly repeats?: RegExp;
  /** Gets ready while all is well. */
  start(faulty: FaultyService): Promise<OperationRun>;
}

export interface OperationRun {
  run(): Promise<Outcome>;
  /** Whether what was asked for is on the service. */
  isDone?(): boolean;
  /** Whether a thing of the inventory is what the person asked to change. */
  mayChange?(name: string): boolean;
  /** Once all is well again: nothing is lost, and another try ends well. */
  after(first: Outcome, isDamaged: boolean): Promise<void>;
}

const { signal } = new AbortController();
const bug = 501;
const titleField = 1202;
const detailsField = 1203;
const bugTracker = 12;

/** What was read, without when: that differs with each answer. */
function undated(result: unknown): unknown {
  return isJsonObject(result) ? { ...result, date: undefined } : result;
}

function reading(
  name: string,
  what: string,
  maxRequests: number,
  read: (faulty: FaultyService) => Promise<unknown>,
  more: Partial<Operation> = {},
): Operation {
  return {
    name,
    what,
    maxRequests,
    ...more,
    start: async (faulty) => {
      const readUndated = async () => undated(await read(faulty));
      const expected = await readUndated();
      return {
        run: async () => ({ kind: "done", result: await readUndated() }),
        after: async (first, isDamaged) => {
          assert.deepEqual(await readUndated(), expected, "another try tells something else");
          if (first.kind === "done" && !isDamaged) {
            assert.deepEqual(first.result, expected, "what was read is not what is there");
          }
        },
      };
    },
  };
}

const check = reading(
  "check the connection",
  "The connection could not be checked",
  12,
  async ({ service }) => {
    const result = await service.check(signal);
    if (result.kind === "failed") {
      throw result.error;
    }
    return undefined;
  },
  { isCheck: true },
);

const lists: readonly Operation[] = [
  reading("list projects", "The projects could not be read", 3, ({ service }) => service.listProjects(0, signal)),
  reading("list trackers", "The trackers could not be read", 3, ({ service }) => service.listTrackers(101, 0, signal)),
  reading("list artifacts", "The artifacts could not be read", 3, ({ service }) =>
    service.listArtifacts(bugTracker, 0, 50, signal),
  ),
];

const searches: readonly Operation[] = [
  reading("search the full text", "The service could not be searched", 3, ({ service }) =>
    service.searchFullText("crash", 0, signal),
  ),
  reading("search a tracker", "The tracker could not be searched", 3, ({ service }) =>
    service.listArtifacts(bugTracker, 0, 50, signal, { expertQuery: 'title = "crash"' }),
  ),
];

const openArtifact = reading("open an artifact", "Artifact #501 could not be opened", 6, async ({ service }) => {
  // Without the tracker's structure, which nobody waits for in vain: what is told of the artifact alone.
  const copy = artifactCopy(bug, service, { tracker: async () => undefined }, new MemoryStateStore());
  const base = await copy.read(signal);
  await copy.adopt("open", base);
  return documentEntries(base);
});

const showXml = reading(
  "show the answer as XML",
  "The answer could not be shown",
  3,
  async ({ service }) => (await service.readArtifactText(bug, "xml", signal)).text,
  { readsXml: true },
);

interface SaveKind {
  readonly name: string;
  readonly format: DocumentFormat | undefined;
  readonly fieldId: number;
  readonly value: (mine: string) => Entry["members"][string];
  readonly form: () => Promise<TextForm>;
}

const details = (content: string) => ({ content, format: "text" });

const saves: readonly Operation[] = [
  {
    name: "save JSON",
    format: "json" as const,
    fieldId: titleField,
    value: (mine: string) => mine,
    form: async () => artifactForm(await documentCodec("json")),
  },
  {
    name: "save XML",
    format: "xml" as const,
    fieldId: titleField,
    value: (mine: string) => mine,
    form: async () => artifactForm(await documentCodec("xml")),
  },
  {
    name: "save a field",
    format: undefined,
    fieldId: detailsField,
    value: details,
    form: async () => fieldForm(detailsField, "txt"),
  },
].map(save);

function save({ name, format, fieldId, value, form: makeForm }: SaveKind): Operation {
  return {
    name,
    what: "#501 could not be saved",
    writes: ["PUT"],
    maxRequests: 16,
    start: async ({ reference, service }) => {
      const { control } = reference;
      control.editArtifact({ artifactId: bug, values: [{ field_id: detailsField, value: details("As it was") }] });
      control.advanceClock({ ms: 10_000 });
      const fieldName = fieldId === titleField ? "summary" : "details";
      const before = control.readArtifact({ artifactId: bug }).values;
      const trackers = catalogOf(service);
      const copy = artifactCopy(bug, service, trackers, new MemoryStateStore());
      const base = await copy.read(signal);
      await copy.adopt(name, base);
      await copy.track(name);
      const form = await makeForm();
      const printed = form.print(base);
      assert.ok(printed.kind === "text");
      const text = form.edit(printed.text, [
        { kind: "set", entry: { fieldId, members: { value: value("Mine, and only mine") } } },
      ]);
      const entries = () =>
        form
          .parse(text, copy.contextOf(name))
          .entries.map(({ fieldId: id, members }): Entry => ({ fieldId: id, members }));
      copy.noteText(name, entries(), false);
      const attempt = (how: "plain" | "keepMine") => copy.save(name, entries(), how, signal, encodeAs(format));
      const report = createSaveReporter(
        artifactSaveWords(() => {}),
        () => {},
      );
      const ofField = (values: Readonly<Record<string, unknown>>) => JSON.stringify(values[fieldName]);
      const stored = () => control.readArtifact({ artifactId: bug }).values;
      return {
        isDone: () => ofField(stored()) === JSON.stringify(value("Mine, and only mine")),
        mayChange: (thing) => thing === `artifact ${bug}`,
        run: async () => {
          const outcome = await attempt("plain");
          if (outcome.kind === "saved" || outcome.kind === "unchanged") {
            return { kind: "done" };
          }
          const words = report({ copy, artifactId: bug } as unknown as Parameters<typeof report>[0], outcome) ?? "";
          return { kind: outcome.kind === "unknown" ? "unknown" : "notDone", words };
        },
        after: async (_, isDamaged) => {
          if (isDamaged) {
            // What arrived was another artifact for all anybody can tell; reading it again gives the true one.
            await copy.adopt(name, await copy.read(signal));
          }
          const known = new Set(copy.base?.fields.map((field) => field.fieldId));
          assert.deepEqual([...known].sort(), base.fields.map((field) => field.fieldId).sort(), "the base lost fields");
          const again = await attempt("plain");
          const settled = again.kind === "conflict" ? await attempt("keepMine") : again;
          assert.ok(settled.kind === "saved" || settled.kind === "unchanged", `another save: ${settled.kind}`);
          assert.equal(ofField(stored()), JSON.stringify(value("Mine, and only mine")), "another save stored nothing");
          assert.deepEqual({ ...stored(), [fieldName]: 0 }, { ...before, [fieldName]: 0 }, "other fields changed");
          assert.equal((await attempt("plain")).kind, "unchanged");
        },
      };
    },
  };
}

const create: Operation = {
  name: "create an artifact",
  what: "The artifact could not be created",
  writes: ["POST"],
  maxRequests: 8,
  start: async ({ reference, service }) => {
    const { control } = reference;
    const catalog = catalogOf(service);
    const structure = catalog.tracker.bind(catalog);
    const around = { service, structure, store: new MemoryDraftStore(), nowMs: Date.now };
    const { draft } = artifactDraft(
      { trackerId: bugTracker, format: "json" },
      around.service,
      around.structure,
      around.store,
      around.nowMs,
    );
    const codec = await documentCodec("json");
    const text = codec.edit(await draft.text(signal), [
      { kind: "set", entry: { fieldId: titleField, members: { value: "New, and only once" } } },
    ]);
    const last = control.newestArtifacts({ trackerId: bugTracker, count: 1 })[0] ?? 0;
    const made = () => control.newestArtifacts({ trackerId: bugTracker, count: 5 }).filter((id) => id > last);
    return {
      isDone: () => made().length === 1,
      mayChange: (thing) => thing === `artifact ${made()[0]}` && made().length === 1,
      run: async () => {
        const outcome = await draft.create(text, signal);
        if (outcome.kind === "created") {
          assert.deepEqual([outcome.artifactId], made(), "created as another");
          return { kind: "done" };
        }
        assert.notEqual(outcome.kind, "unsendable");
        const words = (outcome.kind !== "unsendable" && whyNotCreated(outcome)) || "";
        return { kind: outcome.kind === "unknown" ? "unknown" : "notDone", words };
      },
      after: async (first) => {
        // After a reload: what the draft knows is on the disk.
        const { draft: again, posting } = artifactDraft(
          { trackerId: bugTracker, format: "json" },
          around.service,
          around.structure,
          around.store,
          around.nowMs,
        );
        await again.restore();
        if (first.kind === "unknown") {
          assert.equal((await again.create(text, signal)).kind, "unknown", "sent again before anybody looked");
          const found = (await posting.candidates(again.attempt ?? assert.fail(), undefined, signal)).artifacts.filter(
            ({ title }) => title?.startsWith("New, and"),
          );
          assert.deepEqual(
            found.map(({ id }) => id),
            made(),
          );
          await (found[0] ? again.settle({ artifactId: found[0].id }) : again.forgetAttempt());
        }
        assert.equal((await again.create(text, signal)).kind, "created");
        assert.equal(made().length, 1, "there are several of it");
      },
    };
  },
};

const remove: Operation = {
  name: "delete an artifact",
  what: "#502 could not be deleted",
  key: "admin",
  writes: ["DELETE"],
  maxRequests: 8,
  start: async ({ reference, service }) => {
    const artifactId = 502;
    const fieldsIn = (text: string): readonly number[] => {
      const { id, values } = JSON.parse(text) as { id: unknown; values: readonly { field_id: number }[] };
      assert.equal(id, artifactId);
      return [...new Set(values.map((value) => value.field_id))];
    };
    const fields = fieldsIn((await service.readArtifactText(artifactId, "json", signal)).text);
    const copies = new Map<string, string>();
    let kept: string | undefined;
    const attempt = async () => {
      const [result] = await deleteArtifacts(
        [{ connectionId: "cell", artifactId }],
        async () => service,
        {
          keep: async (_, text) => {
            const name = `copy ${copies.size}`;
            copies.set(name, text);
            return name;
          },
          drop: async (copy) => {
            copies.delete(copy);
          },
        },
        signal,
      );
      return result ?? assert.fail("no result");
    };
    return {
      isDone: () => !reference.control.hasArtifact({ artifactId }),
      mayChange: (thing) => thing === `artifact ${artifactId}` || thing === "deletions" || thing.startsWith("file "),
      run: async () => {
        const result = await attempt();
        const words = whyNotDeleted(result);
        if (result.kind === "deleted") {
          kept = copies.get(result.copy);
          return { kind: "done" };
        }
        return { kind: result.kind === "unknown" ? "unknown" : "notDone", ...(words && { words }) };
      },
      after: async () => {
        assert.deepEqual(kept === undefined ? fields : fieldsIn(kept), fields, "the copy is not the artifact");
        const result = await attempt();
        assert.ok(result.kind === "deleted" || result.kind === "gone", result.kind);
        assert.ok(!reference.control.hasArtifact({ artifactId }));
        assert.ok(copies.size > 0, "no copy is left");
      },
    };
  },
};

const createSvn: Operation = {
  name: "create an SVN repository",
  what: "The repository could not be created",
  key: "admin",
  writes: ["POST"],
  maxRequests: 7,
  start: async ({ reference, service }) => {
    const text = printDraft(122, "matrix-repo", defaultSettings);
    const posting = new RepositoryPosting(122, service);
    const draft = new PostedDraft(posting, new MemoryDraftStore<RepositoryDraftState>(), Date.now);
    const listed = async () => (await service.listRepositories(122, 0, signal)).items.map(({ name }) => name);
    const before = Object.keys(reference.control.inventory()).filter((thing) => thing.startsWith("repository "));
    const made = () =>
      Object.keys(reference.control.inventory()).filter(
        (thing) => thing.startsWith("repository ") && !before.includes(thing),
      );
    return {
      isDone: () => made().length === 1,
      mayChange: (thing) => made().length === 1 && made()[0] === thing,
      run: async () => {
        const outcome = await draft.create(text, signal);
        if (outcome.kind === "created") {
          return { kind: "done" };
        }
        const words = whyRepositoryNotCreated(outcome) ?? "";
        return { kind: outcome.kind === "unknown" && !outcome.isMissing ? "unknown" : "notDone", words };
      },
      after: async () => {
        if ((await draft.create(text, signal)).kind === "unknown") {
          const found = await posting.candidate(draft.attempt ?? assert.fail(), signal);
          await (found ? draft.settle(found) : draft.forgetAttempt());
          assert.equal((await draft.create(text, signal)).kind, "created");
        }
        assert.equal((await listed()).filter((name) => name === "matrix-repo").length, 1);
      },
    };
  },
};

const updateSvn: Operation = {
  name: "save SVN settings",
  what: "The settings of repo01 could not be saved",
  key: "admin",
  writes: ["PUT"],
  maxRequests: 16,
  start: async ({ reference, service }) => {
    const repositoryId = 90;
    const stored = () => reference.control.readRepository({ repositoryId }).settings;
    const before = stored();
    const memory = Object.assign(new MemorySettings(), { wasRead: async () => false });
    const copy = SettingsSheet.of(repositoryId, { service, memory }, new MemorySettingsStates());
    const base = (await copy.open(signal)) ?? assert.fail("no settings");
    await copy.adopt(base);
    const { has_default_permissions: _, ...shown } = base.settings;
    const mine = { ...shown, immutable_tags: { ...shown.immutable_tags, paths: ["/tags", "/mine"] } };
    return {
      isDone: () => stored().paths.includes("/mine"),
      mayChange: (thing) => thing === `repository ${repositoryId}`,
      run: async () => {
        const outcome = await copy.save(mine, "plain", signal);
        switch (outcome.kind) {
          case "saved":
          case "unchanged":
            return { kind: "done" };
          case "unknown":
            return { kind: "unknown" };
          case "conflict":
            return { kind: "notDone", words: conflictSentence(outcome, "repo01") };
          default:
            return { kind: "notDone" };
        }
      },
      after: async () => {
        const again = await copy.save(mine, "plain", signal);
        assert.ok(again.kind === "saved" || again.kind === "unchanged", `another save: ${again.kind}`);
        assert.deepEqual(stored(), { ...before, paths: ["/tags", "/mine"] });
      },
    };
  },
};

const file = async ({ service }: FaultyService) => {
  const { artifact } = await service.readArtifact(502, signal);
  return artifact.attachments.find(({ name }) => name === "server.log") ?? assert.fail("no attachment");
};

const openAttachment: Operation = {
  name: "open an attachment",
  what: "server.log could not be opened",
  maxRequests: 3,
  isOfContent: true,
  start: async (faulty) => {
    const attachment = await file(faulty);
    const read = async () =>
      Buffer.from(await faulty.service.readAttachment(attachment, 10_000_000, signal)).toString();
    const expected = await read();
    return {
      run: async () => ({ kind: "done", result: await read() }),
      after: async (first) => {
        assert.equal(await read(), expected);
        assert.ok(first.kind !== "done" || first.result === expected, "other bytes were read");
      },
    };
  },
};

const saveAttachment: Operation = {
  name: "save an attachment",
  what: "server.log could not be saved",
  maxRequests: 3,
  isOfContent: true,
  start: async (faulty) => {
    const attachment = await file(faulty);
    const folder = await mkdtemp(path.join(tmpdir(), "matrix-"));
    const target = path.join(folder, "server.log");
    await writeFile(target, "what was there");
    const write = () =>
      faulty.service.openAttachment(attachment, signal, ({ chunks, sizeBytes }) =>
        writeWhole(target, { chunks, sizeBytes: attachment.sizeBytes ?? sizeBytes }, signal, () => {}),
      );
    return {
      run: async () => {
        try {
          await write();
          return { kind: "done" };
        } catch (error) {
          // Told with the number of bytes, and else as this is.
          throw error instanceof CutShort
            ? new ServiceError({ kind: "invalidAnswer", problem: "truncated", method: "GET", path: "/", status: 200 })
            : error;
        }
      },
      after: async (first) => {
        assert.deepEqual(await readdir(folder), ["server.log"], "parts of a file are left");
        const content = await readFile(target, "utf8");
        assert.equal(content === "what was there", first.kind !== "done", "the file is not what was told");
        await write();
        const whole = Buffer.from(await faulty.service.readAttachment(attachment, 10_000_000, signal)).toString();
        assert.equal(await readFile(target, "utf8"), whole);
        assert.ok(first.kind !== "done" || content === whole, "other bytes were saved");
        await rm(folder, { recursive: true });
      },
    };
  },
};

const attachment = "matrix.txt";
const fileField = 1231;

const attach: Operation = {
  name: "attach a file",
  what: "matrix.txt could not be attached to #501",
  writes: ["POST", "PATCH", "PUT"],
  maxRequests: 80,
  repeats: /\/tracker_fields\/|\/uploads\//,
  start: async ({ reference, service }) => {
    const { control } = reference;
    const stored = () => control.readArtifact({ artifactId: bug }).values.attachments as number[];
    const before = stored();
    const trackers = catalogOf(service);
    await artifactCopy(bug, service, trackers, new MemoryStateStore()).read(signal);
    const dependencies = dependenciesOf(service);
    const attempt = async (): Promise<ArtifactOutcome> => {
      const upload = await tusUploadOf(dependencies, new MemorySource(attachment, "x".repeat(500)));
      const { id } = await upload.run(signal, () => {});
      const copy = artifactCopy(bug, service, trackers, new MemoryStateStore());
      const change = async (base: Base, entry: Entry) => {
        await copy.adopt("attach", base);
        return copy.save("attach", [entry], "plain", signal);
      };
      return new Attaching().attach("attach", { read: () => copy.read(signal), change }, fileField, [id]);
    };
    return {
      isDone: () => stored().length === before.length + 1,
      mayChange: (thing) => thing === `artifact ${bug}` || thing.startsWith("file "),
      run: async () => {
        try {
          const { kind } = await attempt();
          const isDone = kind === "saved" || kind === "unchanged";
          return isDone ? { kind: "done" } : { kind: kind === "unknown" ? kind : "notDone" };
        } catch (error) {
          if (error instanceof UploadFailure) {
            return { kind: "notDone", words: uploadFailed(error, bug, String) };
          }
          throw error;
        }
      },
      after: async (first) => {
        const added = stored().filter((id) => !before.includes(id));
        assert.ok(first.kind !== "notDone" || added.length === 0, "told that it is not attached, and it is");
        assert.ok(added.length <= 1, "attached twice");
        assert.ok(["saved", "unchanged"].includes((await attempt()).kind));
        const contents = stored()
          .filter((id) => !before.includes(id))
          .map((id) => Buffer.from(control.readAttachment({ id }), "base64").toString());
        assert.deepEqual(new Set(contents), new Set(["x".repeat(500)]));
        assert.ok(
          before.every((id) => stored().includes(id)),
          "an attachment is gone",
        );
      },
    };
  },
};

export const operations: readonly Operation[] = [
  check,
  ...lists,
  ...searches,
  openArtifact,
  showXml,
  ...saves,
  create,
  remove,
  createSvn,
  updateSvn,
  openAttachment,
  saveAttachment,
  attach,
];

/** What knows the structures of trackers, with nothing kept from before. */
function catalogOf(service: CatalogService): Catalog {
  return new Catalog("https://team.example", async () => service, new MemoryCatalogStore());
}
