import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import type { SvnSettings } from "../../../../src/core/model/svnRepository.ts";
import { isServiceError, ServiceError } from "../../../../src/core/service/serviceError.ts";
import type { SettingsService } from "../../../../src/core/svn/ports.ts";
import {
  defaultSettings,
  likeText,
  ruleNames,
  type ShownSettings,
  type TextSettings,
} from "../../../../src/core/svn/settings.ts";
import { type SettingsCopy, settingsCopy } from "../../../../src/core/svn/settingsKind.ts";
import type { SettingsBase } from "../../../../src/core/svn/settingsTypes.ts";
import { randomRuns } from "../../../support/randomRuns.ts";
import { MemorySettings, MemorySettingsStates } from "./settingsFixture.ts";

const runs = randomRuns(400);

const repositoryId = 90;
const { signal } = new AbortController();

interface Step {
  readonly do: (typeof acts)[number];
  readonly window: number;
  readonly document: number;
  readonly pick: number;
}

const acts = [
  ...(["type", "type", "type", "rule", "remove", "default", "undo", "undo", "redo", "save", "save", "save"] as const),
  ...(["lostBefore", "lostAfter", "lostUnread", "storedInPart", "ends", "readable"] as const),
  ...(["merge", "merge", "keepMine", "takeTheirs", "discard", "refresh", "refresh", "restart", "close"] as const),
];
type Mishap = World["mishap"] | "readable";
type Act = Exclude<(typeof acts)[number], Mishap>;

const anyStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...acts),
  window: fc.constantFrom(0, 1),
  document: fc.constantFrom(0, 0, 1),
  pick: fc.nat(9),
});

suite("Whatever two windows do to the settings of a repository, in the document of all and in that of the access file", () => {
  test("no line, path, rule or receiver goes that nobody took away, and none comes that nobody saved", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: "max" }), async (steps) => {
        const world = new World();
        const windows = [new Window(world), new Window(world)];
        for (const step of steps) {
          const window = windows[step.window] ?? assert.fail();
          await window.act(step);
          world.check(windows);
        }
      }),
      { numRuns: runs },
    );
  }).timeout(0);

  test("nothing is asked of one person alone in one document", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40, size: "max" }), async (steps) => {
        const world = new World();
        const window = new Window(world);
        for (const step of steps) {
          await window.act({ ...step, document: 0 });
          world.mishap = "none";
          assert.deepEqual(window.refusals, []);
          world.check([window]);
        }
      }),
      { numRuns: runs },
    );
  }).timeout(0);
});

/** What is stored, and what became of each word: a line, a path or a receiver that somebody wrote. */
class World implements SettingsService {
  readonly memory = new MemorySettings();
  /** Written by somebody, in whatever text. */
  readonly written = new Set<string>();
  /** Taken away by somebody: by hand, by undoing what they wrote, or by a choice that they were asked for. */
  readonly removed = new Set<string>();
  readonly #takenAway: string[] = [];
  settings: SvnSettings = {
    ...defaultSettings,
    access_file: "[/]\n* = r",
    immutable_tags: { paths: [], whitelist: [] },
  };

  word(): string {
    const word = `w${this.written.size + 1}x`;
    this.written.add(word);
    return word;
  }

  /**
   * What becomes of the next save: its answer is lost before it is stored, after, or when a part of it is; nothing can
   * be read after «lostUnread». With «ends» it is stored, and the window ends before it learns that.
   */
  mishap: "none" | "lostBefore" | "lostAfter" | "lostUnread" | "storedInPart" | "ends" = "none";
  ending = Promise.withResolvers<"ended">();
  #isReadable = true;

  recover(): void {
    this.#isReadable = true;
  }

  async readRepository(id: number) {
    if (!this.#isReadable) {
      throw new ServiceError({ kind: "unreachable", method: "GET", path: `/svn/${id}` });
    }
    return { id, name: "tools", settings: this.settings };
  }

  /** Somebody changes in a browser what no document shows. */
  switchPermissions(): void {
    const { has_default_permissions: isDefault } = this.settings;
    this.settings = { ...this.settings, has_default_permissions: !isDefault };
  }

  /** The rules that the person of the window that acts has ever changed. */
  touched: ReadonlySet<string> = new Set();

  async updateRepository(id: number, settings: SvnSettings) {
    this.#checkSent(settings);
    const after = withComments(this.#storedOf(settings));
    this.#takenAway.push(...gone(this.settings, after).filter((word) => !this.removed.has(word)));
    const { mishap } = this;
    this.mishap = "none";
    this.settings = after;
    this.#isReadable = mishap !== "lostUnread";
    if (mishap === "ends") {
      this.ending.resolve("ended");
      return await new Promise<never>(() => {});
    }
    if (mishap !== "none") {
      throw new ServiceError({ kind: "answerLost", method: "PUT", path: `/svn/${id}` });
    }
    return { id, name: "tools", settings: after };
  }

  #checkSent({
    has_default_permissions: isDefault,
    commit_rules: rules,
    email_notifications: mails,
  }: SvnSettings): void {
    assert.equal(isDefault, this.settings.has_default_permissions, "a save has changed what no document shows");
    for (const name of ruleNames) {
      const isChanged = rules[name] !== this.settings.commit_rules[name];
      assert.ok(!isChanged || this.touched.has(name), `a save has changed ${name}, which its person never did`);
    }
    for (const { path, emails, users, user_groups: groups } of mails) {
      assert.ok(emails.length + users.length + groups.length > 0, `nobody gets the mails of ${path}`);
    }
    assert.equal(new Set(mails.map(({ path }) => path)).size, mails.length, "a path is there twice");
  }

  #storedOf(settings: SvnSettings): SvnSettings {
    switch (this.mishap) {
      case "lostBefore":
        return this.settings;
      case "storedInPart":
        return { ...settings, access_file: this.settings.access_file };
      default:
        return settings;
    }
  }

  check(windows: readonly Window[]): void {
    assert.deepEqual(this.#takenAway, [], "a save has taken away what its person never did");
    const found = new Set([this.settings, ...windows.flatMap((window) => window.texts())].flatMap(wordsIn));
    const lost = [...this.written].filter((word) => !found.has(word) && !this.removed.has(word));
    assert.deepEqual(lost, [], "words are nowhere any more");
  }
}

/** A document in an editor: its texts, between which undoing and redoing go. */
interface Sheet {
  readonly key: string;
  readonly like: TextSettings;
  texts: readonly TextSettings[];
  at: number;
  /** The one that VS Code takes for saved. */
  saved: TextSettings | undefined;
}

class Window {
  readonly #world: World;
  readonly #store = new MemorySettingsStates();
  #copy: SettingsCopy;
  #sheets: readonly Sheet[] = [];
  /** What became of saves that were not stored. */
  readonly refusals: string[] = [];
  /** The rules that were ever changed here. */
  readonly #touched = new Set<string>();
  /** Written here: undoing may take them away. */
  readonly #own = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    this.#copy = this.#newCopy();
  }

  #newCopy(): SettingsCopy {
    return settingsCopy(repositoryId, { service: this.#world, memory: this.#world.memory }, this.#store);
  }

  texts(): readonly TextSettings[] {
    return this.#sheets.map(said);
  }

  async act({ do: act, document, pick }: Step): Promise<void> {
    if (isMishap(act)) {
      this.#world.mishap = act;
      return;
    }
    if (act === "readable") {
      return this.#world.recover();
    }
    this.#world.touched = this.#touched;
    try {
      await this.#act(act, document, pick);
    } catch (error) {
      // What cannot be read or sent now changes nothing.
      assert.ok(isServiceError(error), String(error));
    }
  }

  async #act(act: Act, document: number, pick: number): Promise<void> {
    const sheet = await this.#open(document === 0 ? "all" : "accessFile");
    switch (act) {
      case "type":
        return this.#type(sheet, this.#added(said(sheet), pick));
      case "rule":
        return this.#switchRule(sheet, ruleNames[pick % 2] ?? assert.fail());
      case "default":
        return this.#world.switchPermissions();
      case "remove":
        return this.#remove(sheet, pick);
      case "undo":
        return this.#go(sheet, -1);
      case "redo":
        return this.#go(sheet, 1);
      case "save":
        return await this.#save(sheet, "plain");
      case "keepMine":
        return await this.#keepMine(sheet);
      case "merge":
        return await this.#merge(sheet);
      case "takeTheirs":
        return await this.#takeTheirs(sheet);
      case "discard":
        return await this.#discard(sheet);
      case "refresh":
        return await this.#refresh(sheet);
      case "restart":
        return await this.#restart(pick === 5 ? 1 : 0);
      case "close":
        return this.#close(sheet);
    }
  }

  async #open(key: "all" | "accessFile"): Promise<Sheet> {
    const there = this.#sheets.find((sheet) => sheet.key === key);
    if (there) {
      return there;
    }
    const isShared = this.#sheets.some(isDirty);
    const base = (isShared ? this.#copy.base : undefined) ?? (await this.#copy.open(signal)) ?? assert.fail();
    const like = key === "all" ? shownIn(base) : { access_file: "" };
    const text = likeText(base.settings, like);
    const sheet: Sheet = { key, like, texts: [text], at: 0, saved: text };
    this.#sheets = [...this.#sheets, sheet];
    await this.#copy.adopt(key, base, this.#copy.storedCount);
    await this.#copy.track(key);
    await this.#followAll(sheet);
    return sheet;
  }

  #close(sheet: Sheet): void {
    this.#leave(said(sheet), undefined);
    this.#sheets = this.#sheets.filter((other) => other !== sheet);
    this.#copy.close(sheet.key);
  }

  /** The editor shows another text. */
  #show(sheet: Sheet, text: TextSettings, isUndo = false): void {
    sheet.texts = [...sheet.texts.slice(0, sheet.at + 1), text];
    sheet.at++;
    this.#note(sheet, isUndo);
  }

  #note(sheet: Sheet, isUndo: boolean): void {
    if (this.#copy.isWatched(sheet.key)) {
      this.#copy.noteText(sheet.key, said(sheet), isUndo);
    }
  }

  #type(sheet: Sheet, text: TextSettings): void {
    this.#show(sheet, text);
  }

  #added(text: TextSettings, pick: number): TextSettings {
    const word = this.#world.word();
    this.#own.add(word);
    const { immutable_tags: tags, access_file: file = "", email_notifications: mails } = text;
    if (pick === 0 && tags) {
      return { ...text, immutable_tags: { ...tags, paths: [...tags.paths, `/${word}`] } };
    }
    if (pick === 6 && tags) {
      return { ...text, immutable_tags: { ...tags, whitelist: [...tags.whitelist, `/${word}`] } };
    }
    if ((pick === 1 || pick === 7) && mails) {
      const at = pick % Math.max(mails.length, 1);
      const mail = mails[at] ?? { path: "/trunk", emails: [], users: [], user_groups: [] };
      return {
        ...text,
        email_notifications: mails.toSpliced(at, 1, { ...mail, emails: [...mail.emails, `${word}@here`] }),
      };
    }
    if ((pick === 8 || pick === 9) && mails) {
      const group = { path: `/${word}`, emails: [], users: [102], user_groups: ["101_3"] };
      return { ...text, email_notifications: [...mails, group] };
    }
    const lines = file.split("\n");
    const place = pick % (lines.length + 1);
    const line = pick % 2 === 0 ? `# ${word}` : `@${word} = r`;
    return { ...text, access_file: lines.toSpliced(place, 0, line).join("\n") };
  }

  #switchRule(sheet: Sheet, name: (typeof ruleNames)[number]): void {
    const text = said(sheet);
    const { commit_rules: rules } = text;
    if (rules) {
      this.#touched.add(name);
      this.#show(sheet, { ...text, commit_rules: { ...rules, [name]: !rules[name] } });
    }
  }

  #remove(sheet: Sheet, pick: number): void {
    const text = said(sheet);
    const words = wordsIn(text);
    const word = words[pick % Math.max(words.length, 1)];
    if (word !== undefined) {
      const left = without(text, word);
      for (const each of gone(text, left)) {
        this.#world.removed.add(each);
      }
      this.#show(sheet, left);
    }
  }

  #go(sheet: Sheet, by: -1 | 1): void {
    const before = said(sheet);
    sheet.at = Math.min(Math.max(sheet.at + by, 0), sheet.texts.length - 1);
    // Nobody means to take away by undoing what somebody else wrote.
    for (const word of gone(before, said(sheet))) {
      if (this.#own.has(word)) {
        this.#world.removed.add(word);
      }
    }
    this.#note(sheet, true);
  }

  async #save(sheet: Sheet, how: "plain" | "keepMine"): Promise<void> {
    if (!isDirty(sheet)) {
      return;
    }
    const { ending } = this.#world;
    const outcome = await Promise.race([this.#copy.save(sheet.key, said(sheet), how, signal), ending.promise]);
    if (outcome === "ended") {
      this.#world.ending = Promise.withResolvers();
      return await this.#restart(0);
    }
    const { kind } = outcome;
    this.refusals.push(...(kind === "saved" || kind === "unchanged" ? [] : [kind]));
    if (kind === "partlySaved") {
      await this.#followAll(sheet);
    }
    if (kind === "saved" || kind === "unchanged") {
      sheet.saved = said(sheet);
      this.#follow(sheet);
      await this.#followAll(sheet);
    }
  }

  /** What has nothing unsaved shows the base. */
  #follow(sheet: Sheet): void {
    const base = this.#copy.base ?? assert.fail();
    const shown = likeText(base.settings, sheet.like);
    if (!isDirty(sheet) && JSON.stringify(shown) !== JSON.stringify(said(sheet))) {
      this.#show(sheet, shown);
      sheet.saved = said(sheet);
    }
    if (!isDirty(sheet) && this.#copy.isBehind(sheet.key)) {
      this.#copy.follow(sheet.key, base);
    }
  }

  async #followAll(but: Sheet): Promise<void> {
    for (const sheet of this.#sheets.filter((other) => other !== but && this.#copy.isBehind(other.key))) {
      if (isDirty(sheet)) {
        await this.#copy.rebase(sheet.key, said(sheet), async ({ settings }) => {
          this.#show(sheet, settings);
          return true;
        });
      } else {
        this.#follow(sheet);
      }
    }
  }

  async #keepMine(sheet: Sheet): Promise<void> {
    const theirs = this.#copy.conflictOf(sheet.key)?.theirs ?? this.#copy.base;
    const isAsked = this.#copy.conflictOf(sheet.key) || this.#copy.unsettled(sheet.key, said(sheet)).length > 0;
    if (theirs && isAsked && isDirty(sheet)) {
      this.#leave(likeText(theirs.settings, sheet.like), said(sheet));
      // Mine is kept as a whole, with the rules as they are in it.
      this.#world.touched = new Set(ruleNames);
      await this.#save(sheet, "keepMine");
    }
  }

  async #merge(sheet: Sheet): Promise<void> {
    const merge = await this.#copy.merge(sheet.key, said(sheet), async ({ settings }) => {
      this.#show(sheet, settings);
      return true;
    });
    if (merge) {
      const { access_file: file } = said(sheet);
      // The lines of both are right.
      const unmarked = file
        ?.replace(/^(<<<<<<< mine|=======|>>>>>>> theirs)\n/gm, "")
        .replace(/\n?>>>>>>> theirs$/, "");
      if (unmarked !== undefined && unmarked !== file) {
        this.#show(sheet, { ...said(sheet), access_file: unmarked });
      }
      await this.#followAll(sheet);
    }
  }

  async #takeTheirs(sheet: Sheet): Promise<void> {
    const before = said(sheet);
    let theirs: SettingsBase | undefined;
    const taken = await this.#copy.takeTheirs(sheet.key, before, async (found) => {
      theirs = found;
      this.#show(sheet, likeText(found.settings, sheet.like));
      return true;
    });
    if (taken === "taken" && theirs) {
      this.#leave(before, said(sheet));
      this.#copy.noteText(sheet.key, said(sheet), false);
      await this.#putBack(sheet, theirs);
      await this.#followAll(sheet);
    }
  }

  async #discard(sheet: Sheet): Promise<void> {
    if (this.#copy.conflictOf(sheet.key)) {
      return await this.#takeTheirs(sheet);
    }
    const base = this.#copy.base ?? assert.fail();
    const before = said(sheet);
    this.#show(sheet, likeText(base.settings, sheet.like));
    this.#leave(before, said(sheet));
    await this.#putBack(sheet, base);
  }

  async #putBack(sheet: Sheet, base: SettingsBase): Promise<void> {
    this.#copy.letGo(sheet.key, base);
    sheet.saved = said(sheet);
    this.#follow(sheet);
  }

  async #refresh(sheet: Sheet): Promise<void> {
    if (this.#sheets.some(isDirty)) {
      return;
    }
    const base = (await this.#copy.open(signal)) ?? assert.fail();
    const shown = likeText(base.settings, sheet.like);
    if (JSON.stringify(shown) !== JSON.stringify(said(sheet))) {
      this.#show(sheet, shown);
      sheet.saved = said(sheet);
    }
    await this.#copy.adopt(sheet.key, base, this.#copy.storedCount);
    await this.#followAll(sheet);
  }

  /** VS Code brings unsaved texts back, as they were some changes ago, and nothing that could be undone. */
  async #restart(ago: number): Promise<void> {
    const unsaved = this.#sheets.filter(isDirty);
    this.#sheets = [];
    this.#copy = this.#newCopy();
    for (const sheet of unsaved) {
      const text = backupOf(sheet, ago);
      const stored = wordsIn(this.#world.settings);
      for (const word of gone(said(sheet), text).filter((each) => !stored.includes(each))) {
        this.#world.removed.add(word);
      }
      this.#sheets = [...this.#sheets, { ...sheet, texts: [text], at: 0, saved: undefined }];
      await this.#copy.track(sheet.key, () => text);
    }
  }

  /** The person leaves words of `before`. */
  #leave(before: TextSettings, after: TextSettings | undefined): void {
    for (const word of gone(before, after)) {
      if (!wordsIn(this.#world.settings).includes(word) || after) {
        this.#world.removed.add(word);
      }
    }
  }
}

function isMishap(act: Step["do"]): act is Exclude<World["mishap"], "none"> {
  return ["lostBefore", "lostAfter", "lostUnread", "storedInPart", "ends"].includes(act);
}

function said({ texts, at }: Sheet): TextSettings {
  return texts[at] ?? assert.fail();
}

/** What VS Code has kept of an unsaved text: as it was some changes ago, where it was unsaved then. */
function backupOf(sheet: Sheet, ago: number): TextSettings {
  const { texts, at, saved } = sheet;
  const savedAt = saved === undefined ? -1 : texts.lastIndexOf(saved);
  const isUnsavedSince = (saved === undefined || savedAt >= 0) && at - ago > savedAt;
  return (isUnsavedSince ? texts[at - ago] : undefined) ?? said(sheet);
}

function isDirty(sheet: Sheet): boolean {
  return said(sheet) !== sheet.saved;
}

/** The service makes rules of groups that it does not know comments. */
function withComments(settings: SvnSettings): SvnSettings {
  return { ...settings, access_file: settings.access_file.replace(/^@/gm, "# @") };
}

function shownIn({ settings: { has_default_permissions: _, ...shown } }: SettingsBase): ShownSettings {
  return shown;
}

function wordsIn(text: TextSettings): readonly string[] {
  return JSON.stringify(text).match(/\bw\d+x/g) ?? [];
}

function gone(before: TextSettings, after: TextSettings | undefined): readonly string[] {
  const left = new Set(after ? wordsIn(after) : []);
  return wordsIn(before).filter((word) => !left.has(word));
}

/** `text` without the line, path or receiver of a word. */
function without(text: TextSettings, word: string): TextSettings {
  const { immutable_tags: tags, access_file: file, email_notifications: mails } = text;
  const isOther = (said: string) => !said.includes(word);
  return {
    ...text,
    ...(tags && {
      immutable_tags: { paths: tags.paths.filter(isOther), whitelist: tags.whitelist.filter(isOther) },
    }),
    ...(file !== undefined && { access_file: file.split("\n").filter(isOther).join("\n") }),
    ...(mails && {
      email_notifications: mails
        .filter(({ path }) => isOther(path))
        .map((mail) => ({ ...mail, emails: mail.emails.filter(isOther) }))
        .filter(({ emails, users, user_groups: groups }) => emails.length + users.length + groups.length > 0),
    }),
  };
}
