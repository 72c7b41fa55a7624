import { parseJsonTree } from "../codec/jsonTree.ts";
import { maxMarks } from "../codec/problem.ts";
import { memberNode, type TextNode } from "../codec/textTree.ts";
import { isNumberId } from "../model/id.ts";
import type { JsonObject } from "../model/json.ts";
import type { NewSettings, WantedRepository } from "../model/svnRepository.ts";
import type { Span } from "../util/span.ts";
import { checkAccessFile } from "./accessFile.ts";
import {
  knownMembers,
  listNames,
  memberNames,
  notificationKey,
  notificationNames,
  type PartKey,
  ruleNames,
  type ShownSettings,
} from "./settings.ts";
import {
  type ExpectedType,
  nameProblem,
  type SettingsId,
  type SettingsProblem,
  type SettingsProblemFacts,
} from "./settingsProblem.ts";

/** Holds what a text of settings says, and its problems. */
export interface ReadText {
  readonly problems: readonly SettingsProblem[];
  /** The place of each part, as far as the text can be read. */
  readonly places: ReadonlyMap<PartKey, Span>;
  /** The people and groups that the text names, with their places. */
  readonly ids: readonly SettingsId[];
}

export interface SettingsText extends ReadText {
  /** The settings are undefined while a problem keeps the text from being sent. */
  readonly settings?: ShownSettings;
}

export interface DraftText extends ReadText {
  /** The repository is undefined while a problem keeps the text from being sent. */
  readonly wanted?: WantedRepository;
}

/** The members that a draft's settings may have. */
const newMemberNames = [...memberNames, "layout", "has_default_permissions"] as const;

/** The service keeps a list of paths as one text of so many bytes (test/service/README.md, SVN repositories). */
const maxPathsBytes = 65_535;

/** Checks the settings in a JSON text, whose value can be sent as it is once nothing is wrong with it. */
export class SettingsReader {
  readonly #source: string;
  readonly #root: TextNode | undefined;
  readonly #hasSyntaxProblems: boolean;
  readonly #problems: SettingsProblem[];
  /**
   * It is true where a problem keeps the text from being sent, even where that problem is beyond those that are told.
   */
  #hasErrors: boolean;
  readonly #places = new Map<PartKey, Span>();
  readonly #ids: SettingsId[] = [];

  constructor(text: string) {
    const { root, problems } = parseJsonTree(text);
    this.#source = text;
    this.#root = root;
    this.#hasSyntaxProblems = problems.length > 0;
    this.#problems = problems.slice(0, maxMarks);
    this.#hasErrors = problems.some(({ severity }) => severity === "error");
  }

  /** Reads a document that has all settings. */
  document(): SettingsText {
    this.#checkRoot(["settings"]);
    this.#checkSettings(memberNames);
    const said = this.#said();
    return {
      ...this.#found(),
      ...(said && { settings: knownMembers(settingsIn(said) as ShownSettings, memberNames) }),
    };
  }

  /** Reads the draft of a repository, whose settings may be left out, as may each of their members. */
  draft(): DraftText {
    this.#checkRoot(["project_id", "name"], ["settings"]);
    this.#checkIdentity();
    const settings = this.#checkSettings([], newMemberNames);
    if (settings?.children.length === 0) {
      this.#report(settings, "emptySettings");
    }
    this.#checkPaths(memberNode(settings, "layout"));
    this.#is(memberNode(settings, "has_default_permissions"), "boolean");
    const said = this.#said();
    const wanted = said && {
      projectId: Number(said.project_id),
      name: String(said.name).trim(),
      settings: knownMembers(settingsIn(said), newMemberNames),
    };
    return { ...this.#found(), ...(wanted && { wanted }) };
  }

  /** Gives the value of the text; undefined while a problem keeps it from being sent. */
  #said(): JsonObject | undefined {
    return this.#root && !this.#hasErrors ? JSON.parse(this.#source.replace(/^\ufeff/, "")) : undefined;
  }

  #found(): ReadText {
    const problems = this.#problems.toSorted((a, b) => a.offset - b.offset);
    return { problems, places: this.#places, ids: this.#ids };
  }

  #checkRoot(names: readonly string[], optional?: readonly string[]): void {
    if (this.#root?.kind === "object") {
      this.#checkMembers(this.#root, names, optional);
    } else if (this.#root) {
      this.#report(this.#root, "rootNotObject");
    }
  }

  #checkIdentity(): void {
    const projectId = memberNode(this.#root, "project_id");
    if (projectId && !isNumberId(projectId.scalar)) {
      this.#wrongType(projectId, "number");
    }
    const name = memberNode(this.#root, "name");
    const problem = this.#is(name, "string") ? nameProblem(String(name.scalar)) : undefined;
    if (name && problem) {
      this.#report(name, "invalidName", { name: problem });
    }
  }

  /** Checks the members of the settings, and gives their node. */
  #checkSettings(names: readonly string[], optional?: readonly string[]): TextNode | undefined {
    const node = memberNode(this.#root, "settings");
    if (!this.#is(node, "object")) {
      return undefined;
    }
    this.#checkMembers(node, names, optional);
    for (const [name, value] of this.#membersOf(memberNode(node, "commit_rules"), ruleNames)) {
      this.#is(value, "boolean");
      this.#place(`commit_rules.${name}`, value);
    }
    this.#checkTags(memberNode(node, "immutable_tags"));
    this.#checkAccessFile(memberNode(node, "access_file"));
    const list = memberNode(node, "email_notifications");
    const paths = new Set<string>();
    const indexes = new Map(list?.children.map((item, index) => [item, index]));
    for (const item of this.#items(list, "object")) {
      const path = this.#checkNotification(item, indexes.get(item) ?? 0);
      if (path !== undefined && paths.has(path)) {
        this.#report(memberNode(item, "path") ?? item, "duplicateNotification", { path });
      }
      paths.add(path ?? "");
    }
    return node;
  }

  #checkTags(node: TextNode | undefined): void {
    const tags = new Map(this.#membersOf(node, listNames));
    for (const [name, value] of tags) {
      this.#place(`immutable_tags.${name}`, value);
      const paths = this.#checkPaths(value);
      if (new TextEncoder().encode(paths.join("\n")).length > maxPathsBytes) {
        this.#report(value, "tooLong", { limit: maxPathsBytes });
      }
    }
    const [paths, whitelist] = [tags.get("paths"), tags.get("whitelist")];
    const isWithoutPaths = paths?.kind === "list" && paths.children.length === 0;
    if (isWithoutPaths && whitelist?.children.some((item) => typeOf(item) === "string")) {
      this.#report(whitelist, "exceptionsWithoutPaths", {}, "warning");
    }
  }

  #checkPaths(node: TextNode | undefined): readonly string[] {
    return this.#items(node, "string").map((item) => {
      const path = String(item.scalar);
      if (path.trim() === "") {
        this.#report(item, "emptyPath", {}, "warning");
      } else if (/[\n\r]/.test(path.trim())) {
        this.#report(item, "lineBreakInPath");
      } else if (!path.trim().startsWith("/")) {
        this.#report(item, "pathWithoutSlash", {}, "warning");
      }
      return path;
    });
  }

  #checkAccessFile(node: TextNode | undefined): void {
    this.#place("access_file", node);
    if (this.#is(node, "string")) {
      const placeAt = this.#placesInText(node);
      for (const { code, severity, offset, length } of checkAccessFile(String(node.scalar))) {
        this.#report(placeAt(offset, length), code, {}, severity);
      }
    }
  }

  /** Gives the path of a notification that can be read. */
  #checkNotification(node: TextNode, index: number): string | undefined {
    const members = new Map(this.#membersOf(node, notificationNames));
    const path = members.get("path");
    const isNamed = this.#is(path, "string");
    const emails = this.#items(members.get("emails"), "string");
    const users = this.#items(members.get("users"), "number");
    const groups = this.#items(members.get("user_groups"), "string");
    this.#name("person", users, index);
    this.#name("group", groups, index);
    if (!isNamed || ["emails", "users", "user_groups"].some((name) => memberNode(node, name)?.kind !== "list")) {
      return undefined;
    }
    const name = String(path.scalar);
    this.#place(notificationKey(name), node);
    if (emails.length + users.length + groups.length === 0) {
      this.#report(node, "noRecipient", { path: name });
    }
    const seen = new Set<unknown>();
    for (const email of emails) {
      if (seen.has(email.scalar)) {
        this.#report(email, "duplicateEmail", { value: String(email.scalar) });
      }
      seen.add(email.scalar);
    }
    for (const user of users) {
      if (!isNumberId(user.scalar)) {
        this.#wrongType(user, "number");
      }
    }
    for (const group of groups) {
      // Only custom groups, project members and administrators get mails (test/service/README.md, SVN repositories).
      if (!/^(\d{3,}|\d+_[34])$/.test(String(group.scalar))) {
        this.#report(group, "groupNotAllowed", { value: String(group.scalar) });
      }
    }
    return name;
  }

  #name(kind: SettingsId["kind"], items: readonly TextNode[], index: number): void {
    for (const { scalar, offset, length } of items) {
      this.#ids.push({ kind, id: String(scalar), index, offset, length });
    }
  }

  /** Gives the items of a list that are of one type. It reports those of another type, and a node that is no list. */
  #items(node: TextNode | undefined, type: ExpectedType): readonly TextNode[] {
    return this.#is(node, "array") ? node.children.filter((item) => this.#is(item, type)) : [];
  }

  /** Gives the values of an object in which each of `names` has to be there. */
  #membersOf<Name extends string>(
    node: TextNode | undefined,
    names: readonly Name[],
  ): readonly (readonly [name: Name, value: TextNode])[] {
    if (!this.#is(node, "object")) {
      return [];
    }
    this.#checkMembers(node, names);
    return names.flatMap((name) => {
      const value = memberNode(node, name);
      return value ? [[name, value] as const] : [];
    });
  }

  /** Tells whether a value is there and of that type. Reports a value of another type. */
  #is(node: TextNode | undefined, type: ExpectedType): node is TextNode {
    const isOfType = node !== undefined && typeOf(node) === type;
    if (node && !isOfType) {
      this.#wrongType(node, type);
    }
    return isOfType;
  }

  /** Checks that each of `names` is there, and nothing else but what is `optional`: the rest would not be sent. */
  #checkMembers(node: TextNode, names: readonly string[], optional: readonly string[] = []): void {
    for (const { name = "", nameSpan = node } of node.children) {
      if (!names.includes(name) && !optional.includes(name)) {
        this.#report(nameSpan, "unknownMember", { member: name }, "warning");
      }
    }
    // A text that is half typed has problems of its syntax already.
    const missing = this.#hasSyntaxProblems ? [] : names.filter((name) => !memberNode(node, name));
    for (const member of missing) {
      this.#report({ offset: node.offset, length: 1 }, "missingMember", { member });
    }
  }

  /**
   * Makes a function that tells where parts of a text value stand in the JSON, whose line breaks and quotes are written
   * with backslashes. It has to be asked from the value's beginning to its end: thousands of lines may be wrong, and
   * each character is passed once for all.
   */
  #placesInText(node: TextNode): (offset: number, length: number) => Span {
    let at = node.offset + 1;
    let passed = 0;
    const to = (offset: number): number => {
      for (; passed < offset; passed++) {
        at += this.#source[at] !== "\\" ? 1 : this.#source[at + 1] === "u" ? 6 : 2;
      }
      return at;
    };
    return (offset, length) => {
      const start = to(offset);
      return { offset: start, length: to(offset + length) - start };
    };
  }

  #place(key: PartKey, node: TextNode | undefined): void {
    if (node) {
      this.#places.set(key, { offset: node.offset, length: node.length });
    }
  }

  #wrongType(place: Span, expected: ExpectedType): void {
    this.#report(place, "wrongType", { expected });
  }

  #report(
    { offset, length }: Span,
    code: SettingsProblem["code"],
    facts?: SettingsProblemFacts,
    severity: SettingsProblem["severity"] = "error",
  ): void {
    this.#hasErrors ||= severity === "error";
    if (this.#problems.length < maxMarks) {
      this.#problems.push({ code, severity, offset, length, ...(facts && Object.keys(facts).length > 0 && { facts }) });
    }
  }
}

/** Gives the settings in a text that was checked. */
function settingsIn({ settings = {} }: JsonObject): NewSettings {
  return settings as NewSettings;
}

/** Gives the type of a value as JSON calls it; undefined for null. */
function typeOf({ kind, scalar }: TextNode): ExpectedType | undefined {
  switch (kind) {
    case "object":
      return "object";
    case "list":
      return "array";
    case "scalar":
      return scalar === null ? undefined : (typeof scalar as ExpectedType);
  }
}
