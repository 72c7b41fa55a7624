import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { artifactDrafts } from "../../../../src/core/draft/draft.ts";
import type { CreatedArtifact } from "../../../../src/core/draft/ports.ts";
import { type PostAttempt, PostedDraft, type PostedState } from "../../../../src/core/draft/postedDraft.ts";
import type { RepositorySummary } from "../../../../src/core/model/svnRepository.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import {
  type CreatedRepository,
  type RepositoryAttempt,
  RepositoryPosting,
  repositoryDrafts,
} from "../../../../src/core/svn/repositoryDraft.ts";
import { defaultSettings } from "../../../../src/core/svn/settings.ts";
import { DraftFolder } from "../../../../src/core/windows/draftFolder.ts";
import { SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { Leases } from "../../../../src/core/windows/leases.ts";
import { artifactDraft } from "../../../support/artifactDraft.ts";
import { type FullDisk, fillDisk } from "../../../support/fullDisk.ts";
import { field, tracker } from "./trackers.ts";

/** `overtaken`: the request is lost, and a colleague has made one of that name since this window listed them. */
const mishaps = ["none", "refused", "lostBefore", "lostAfter", "overtaken"] as const;

/** What somebody does, or what happens. `window` is one of two that restore the same text. */
export type DraftStep =
  | { readonly kind: "type" | "restart" | "crash" | "colleague" | "decide" | "damage"; readonly window: 0 | 1 }
  | { readonly kind: "rename"; readonly window: 0 | 1; readonly name: string }
  | {
      readonly kind: "save";
      readonly window: 0 | 1;
      readonly mishap: (typeof mishaps)[number];
      readonly isTyping: boolean;
      /** The disk has no space any more once the service has it. */
      readonly isFilling: boolean;
    }
  | { readonly kind: "list" | "disk"; readonly isThere: boolean }
  /** The list of a service shows nothing of what is created from here on. */
  | { readonly kind: "lag"; readonly isLagging: boolean }
  /** The connection leads to one of two services; it is added again where it was removed. */
  | { readonly kind: "move"; readonly to: Address }
  /** The connection is removed, and all that is kept of its drafts. */
  | { readonly kind: "remove" }
  /** The person says that the draft may be sent where the connection leads now. */
  | { readonly kind: "consent"; readonly window: 0 | 1 };

const addresses = ["https://one.example", "https://two.example"] as const;
type Address = (typeof addresses)[number];

const names = ["repo-a", "repo-b"] as const;
const window = fc.constantFrom(0 as const, 0 as const, 1 as const);
export const anyDraftStep: fc.Arbitrary<DraftStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("save" as const),
      window,
      mishap: fc.constantFrom(...mishaps),
      isTyping: fc.boolean(),
      isFilling: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        "type" as const,
        "restart" as const,
        "crash" as const,
        "colleague" as const,
        "decide" as const,
        "damage" as const,
      ),
      window,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("rename" as const), window, name: fc.constantFrom(...names) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("list" as const, "disk" as const), isThere: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("lag" as const), isLagging: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("move" as const), to: fc.constantFrom(...addresses) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("remove" as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("consent" as const), window }),
  },
);

/** What the service has: of whom, and what it was made from. */
interface Thing {
  readonly id: number;
  readonly name: string;
  readonly isMine: boolean;
  readonly said: string;
}

type Created = CreatedArtifact | CreatedRepository;
type AnyDraft = PostedDraft<{ readonly kind: "request" }, unknown, PostAttempt, Created>;

interface SimulatedWindow {
  leases: Leases;
  folder: { noteRemoval(): void };
  draft: AnyDraft;
  /** Looks for the repository that an attempt created; undefined for artifacts. */
  candidate: ((attempt: PostAttempt) => ReturnType<RepositoryPosting["candidate"]>) | undefined;
  name: string;
  said: string;
}

/** Runs steps, and checks that nothing is created twice, taken from a colleague, or lost. */
export class SimulatedDrafts {
  readonly #kind: "artifact" | "repository";
  readonly #root = mkdtempSync(path.join(tmpdir(), "drafts-"));
  readonly #folder = path.join(this.#root, "team");
  readonly #services: Readonly<Record<Address, Thing[]>> = { [addresses[0]]: [], [addresses[1]]: [] };
  /** Where the connection leads, or led before it was removed. */
  #address: Address = addresses[0];
  #isThere = true;
  #wasRemoved = false;
  /** Where the person wants the draft to be sent. */
  #wanted: Address = addresses[0];
  readonly #windows: SimulatedWindow[] = [];
  #disk: FullDisk | undefined;
  /** A full disk keeps nothing for other windows. */
  #wasFull = false;
  #isListed = true;
  /** How many things each list shows, where it lags. */
  #listed: Readonly<Record<Address, number>> | undefined;
  /** A renamed draft is another repository where the list does not show the one that there is. */
  #hasLagged = false;
  #mishap: (typeof mishaps)[number] = "none";
  #onPost = () => {};
  #n = 0;

  private constructor(kind: "artifact" | "repository") {
    this.#kind = kind;
    mkdirSync(this.#folder);
  }

  static async open(kind: "artifact" | "repository"): Promise<SimulatedDrafts> {
    const simulated = new SimulatedDrafts(kind);
    for (let each = 0; each < 2; each++) {
      const leases = simulated.#newLeases();
      const made = simulated.#newDraft(leases);
      simulated.#windows.push({ leases, ...made, name: "repo-a", said: "0" });
      await made.draft.restore();
    }
    return simulated;
  }

  close(): void {
    this.#disk?.end();
    for (const { leases } of this.#windows) {
      leases.dispose();
    }
    rmSync(this.#root, { recursive: true, force: true });
  }

  async run(step: DraftStep): Promise<void> {
    switch (step.kind) {
      case "list":
        this.#isListed = step.isThere;
        return;
      case "lag":
        this.#hasLagged ||= step.isLagging;
        this.#listed = step.isLagging
          ? { [addresses[0]]: this.#services[addresses[0]].length, [addresses[1]]: this.#services[addresses[1]].length }
          : undefined;
        return;
      case "disk":
        this.#disk?.end();
        this.#disk = undefined;
        if (!step.isThere) {
          this.#fill();
        }
        return;
      case "colleague":
        this.#store(names[0], "theirs", false);
        return;
      case "type":
        this.#type(this.#at(step.window));
        return;
      case "rename":
        if (!this.#hasLagged) {
          this.#at(step.window).name = step.name;
        }
        return;
      case "save":
        await this.#save(this.#at(step.window), step);
        return;
      case "decide":
        await this.#decide(this.#at(step.window));
        return;
      case "damage":
        this.#damage();
        return;
      case "restart":
      case "crash":
        await this.#restart(this.#at(step.window));
        return;
      case "move":
        await this.#add(step.to);
        return;
      case "remove":
        this.#remove();
        return;
      case "consent":
        await this.#consent(this.#at(step.window));
        return;
    }
  }

  /** Once all is well, the draft can be created: nothing holds it for ever. */
  async settle(): Promise<void> {
    this.#disk?.end();
    this.#disk = undefined;
    this.#isListed = true;
    this.#listed = undefined;
    const [first, second] = [this.#at(0), this.#at(1)];
    await this.#add(this.#address);
    if (this.#wasRemoved) {
      // What another window had when all was removed is over for this one until it is restored again.
      for (const { leases } of this.#windows) {
        leases.dispose();
      }
      await this.#restart(first);
      await this.#restart(second);
    }
    for (const each of [first, second]) {
      each.name = `free-${++this.#n}`;
      for (let tries = 0; tries < 4; tries++) {
        await this.#consent(each);
        await this.#decide(each);
        await this.#save(each, { mishap: "none", isTyping: false, isFilling: false });
      }
    }
    assert.ok(
      // Nobody says yes to sending what is there already.
      [first, second].some(({ draft }) => draft.created || (draft.otherAddress && this.#mine().length === 1)),
      "nobody can create it any more",
    );
    assert.equal(this.#mine().length, 1, "created once");
  }

  #at(index: 0 | 1): SimulatedWindow {
    const found = this.#windows[this.#wasFull ? 0 : index];
    assert.ok(found);
    return found;
  }

  get #things(): Thing[] {
    return this.#services[this.#address];
  }

  #mine(): readonly Thing[] {
    return this.#things.filter(({ isMine }) => isMine);
  }

  #type(at: SimulatedWindow): void {
    at.said = `${at.said}.${++this.#n}`;
  }

  #textOf({ name, said }: SimulatedWindow): string {
    return JSON.stringify(
      this.#kind === "artifact"
        ? { tracker: { id: 12 }, values: [{ field_id: 1, value: said }] }
        : { project_id: 122, name, settings: { access_file: said } },
    );
  }

  #remove(): void {
    this.#isThere = false;
    this.#wasRemoved = true;
    for (const { folder } of this.#windows) {
      folder.noteRemoval();
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #add(address: Address): Promise<void> {
    const isBack = !this.#isThere;
    this.#isThere = true;
    this.#address = address;
    for (const { draft } of isBack ? this.#windows : []) {
      await draft.claim();
    }
  }

  #fill(): void {
    this.#disk ??= fillDisk(this.#root);
    this.#wasFull = true;
  }

  async #save(
    at: SimulatedWindow,
    { mishap, isTyping, isFilling }: Omit<DraftStep & { readonly kind: "save" }, "kind" | "window">,
  ): Promise<void> {
    if (!this.#isThere) {
      // The file system refuses what is of no connection.
      return;
    }
    const text = this.#textOf(at);
    this.#mishap = mishap;
    this.#onPost = () => {
      if (isTyping) {
        this.#type(at);
      }
      if (isFilling) {
        this.#fill();
      }
    };
    const outcome = await at.draft.create(text, new AbortController().signal).catch((error: unknown) => {
      const isRefusedHere = this.#disk !== undefined && error instanceof SendingNotKept;
      assert.ok(error instanceof ServiceError || isRefusedHere, String(error));
      return undefined;
    });
    this.#mishap = "none";
    this.#onPost = () => {};
    assert.ok(this.#mine().length <= 1, "created twice");
    if (outcome?.kind === "created" || outcome?.kind === "alreadyCreated") {
      const thing = this.#thingOf(outcome as unknown as Created);
      assert.ok(thing.isMine, "taken from a colleague");
      if (outcome.kind === "alreadyCreated") {
        // What differs from what was sent is put into its document.
        const known = at.draft.created?.text ?? "";
        assert.ok(known === "" || known.includes(thing.said), `${known} sent ${thing.said}`);
        assert.notEqual(at.draft.created?.text, text);
        if (!this.#disk) {
          // On a full disk this is not known after a restart, and the same is put there again.
          await at.draft.noteMoved(text);
          this.#replace({ ...thing, said: at.said });
        }
      } else {
        const sent = JSON.parse(text);
        assert.equal(thing.said, sent.values?.[0].value ?? sent.settings.access_file, "words are lost");
      }
    }
  }

  /** A person sends nothing that they have there already. */
  async #consent({ draft }: SimulatedWindow): Promise<void> {
    if (draft.otherAddress && this.#mine().length === 0) {
      await draft.moveHere(this.#address).catch((error: unknown) => {
        assert.ok(this.#disk && error instanceof SendingNotKept, String(error));
      });
      if (!draft.otherAddress) {
        this.#wanted = this.#address;
      }
    }
  }

  /** A person knows what is theirs, and is shown what the project lists. */
  async #decide({ draft, candidate, name }: SimulatedWindow): Promise<void> {
    const { attempt } = draft;
    const [mine] = this.#mine();
    if (!attempt || !mine) {
      await draft.forgetAttempt();
    } else if (candidate) {
      const found = await candidate(attempt).catch(() => undefined);
      if (found?.repository?.id === mine.id) {
        await draft.settle(found, attempt);
      } else if (name === mine.name) {
        // Under another name there would be two.
        await draft.sendAgain(attempt);
      }
    } else {
      await draft.settle({ artifactId: mine.id });
    }
  }

  /** A loss of power leaves the record empty beside the note of an attempt. */
  #damage(): void {
    const files = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    if (files.includes("draft.sent.json") && files.includes("draft.json")) {
      truncateSync(path.join(this.#folder, "draft.json"));
    }
  }

  async #restart(at: SimulatedWindow): Promise<void> {
    at.leases.dispose();
    at.leases = this.#newLeases();
    Object.assign(at, this.#newDraft(at.leases));
    await at.draft.restore(true);
  }

  #thingOf(created: Created): Thing {
    const id = "artifactId" in created ? created.artifactId : created.repository?.id;
    const thing = this.#things.find((each) => each.id === id);
    assert.ok(thing, "it became something that is not there");
    return thing;
  }

  #replace(thing: Thing): void {
    this.#things.splice(
      this.#things.findIndex(({ id }) => id === thing.id),
      1,
      thing,
    );
  }

  /** Names are unique among repositories. */
  #store(name: string, said: string, isMine: boolean): Thing | undefined {
    if (this.#kind === "repository" && this.#things.some((thing) => thing.name === name)) {
      return undefined;
    }
    const thing = { id: 500 + this.#things.length, name, said, isMine };
    this.#things.push(thing);
    return thing;
  }

  async #post(name: string, said: string): Promise<Thing> {
    assert.ok(this.#isThere, "sent though there is no such connection");
    assert.equal(this.#address, this.#wanted, "sent to another service without a word");
    this.#onPost();
    const mishap = this.#mishap;
    if (mishap === "overtaken") {
      this.#store(name, "theirs", false);
    }
    const hasArrived = mishap === "none" || mishap === "lostAfter";
    const thing = hasArrived ? this.#store(name, said, true) : undefined;
    if (thing && mishap === "none") {
      return thing;
    }
    const isLost = thing !== undefined || mishap === "lostBefore" || mishap === "overtaken";
    throw new ServiceError({
      method: "POST",
      path: "/",
      ...(isLost ? { kind: "answerLost" } : { kind: "rejected", status: 409 }),
    });
  }

  async #list(): Promise<readonly Thing[]> {
    if (!this.#isListed) {
      throw new ServiceError({ method: "GET", path: "/", kind: "unavailable", status: 503 });
    }
    return this.#things.slice(0, this.#listed?.[this.#address]);
  }

  #newLeases(): Leases {
    const beatOfOthers = () => Promise.all(this.#windows.map(({ leases }) => leases.beat()));
    const forever = (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    return new Leases(
      async () => {},
      () => {},
      { look: beatOfOthers, beat: forever },
    );
  }

  #newDraft(leases: Leases): Pick<SimulatedWindow, "folder" | "draft" | "candidate"> {
    const folderOf = <S extends PostedState<PostAttempt, object>>(
      form: ConstructorParameters<typeof DraftFolder<S>>[2],
    ) =>
      new DraftFolder<S>(
        this.#folder,
        leases,
        form,
        () => (this.#isThere ? this.#address : undefined),
        () => {},
      );
    if (this.#kind === "artifact") {
      const structure = tracker(field(1, "string"));
      const folder = folderOf(artifactDrafts);
      const { draft } = artifactDraft(
        { trackerId: 12, format: "json" },
        {
          createArtifact: async (_tracker, entries) => {
            const { id } = await this.#post("", String(entries[0]?.members.value));
            return { artifactId: id };
          },
          recentArtifacts: async () => ({ items: [] }),
        },
        async () => structure,
        folder.store("draft"),
        Date.now,
      );
      return { folder, draft, candidate: undefined };
    }
    const folder = folderOf(repositoryDrafts);
    const posting = new RepositoryPosting(122, {
      createRepository: async ({ name, settings }) => {
        const { id } = await this.#post(name, settings?.access_file ?? "");
        return { id, name };
      },
      listRepositories: async () => {
        const items = (await this.#list()).map(({ id, name }): RepositorySummary => ({ id, name }));
        return { items, total: items.length };
      },
      readRepository: async (repositoryId) => {
        const { id, name, said } = (await this.#list()).find((each) => each.id === repositoryId) ?? assert.fail();
        return { id, name, settings: { ...defaultSettings, access_file: said } };
      },
    });
    const draft = new PostedDraft(posting, folder.store("draft"), Date.now);
    const candidate = (attempt: PostAttempt) =>
      posting.candidate(attempt as RepositoryAttempt, new AbortController().signal);
    return { folder, draft, candidate };
  }
}
