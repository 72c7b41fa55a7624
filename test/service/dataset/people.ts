import type { AccessKey, Project, User, UserGroup } from "../state/model.ts";

export const jane = 102;
export const max = 103;
export const camille = 104;
export const rita = 105;

export const users: readonly User[] = [
  person(101, "sadmin", "Sandra Admin", { isSiteAdministrator: true }),
  person(jane, "jdoe", "Jane Doe"),
  person(max, "mmeier", "Max Meier"),
  person(camille, "cdupont", "Camille Dupont"),
  person(rita, "rreader", "Rita Reader"),
  person(106, "esmith", "Eve Smith"),
  person(107, "ssuspended", "Sam Suspended", { status: "suspended" }),
  person(108, "bastrom", "Björn Åström"),
  person(109, "lkowalska", "Łucja Kowalska"),
  person(110, "audit", "Audit Reader", { isReadOnlyAdministrator: true }),
];

function person(id: number, username: string, realName: string, more: Partial<User> = {}): User {
  return { id, username, realName, email: `user${id}@example.com`, status: "active", ...more };
}

const members = [jane, max, camille, 108, 109];

/** With as many as it takes to make `count`, public and empty. */
export function makeProjects(count = 0): Project[] {
  const named = [
    project(101, "guinea-pig", "Guinea Pig", {
      description: "The desktop application and its library",
      memberIds: members,
    }),
    project(102, "kitchen", "Käse & Küche", { icon: "🧀", access: "private", memberIds: members }),
    project(103, "vault", "Vault", { access: "private", memberIds: [max, 108] }),
    project(122, "svn-plugin-test", "SVN plugin test", { memberIds: members, usesSvn: true }),
  ];
  const more = Array.from({ length: Math.max(0, count - named.length) }, (_, index) =>
    project(10_001 + index, `project-${index + 1}`, `Project ${index + 1}`, {}),
  );
  return [...named, ...more];
}

function project(id: number, shortname: string, label: string, more: Partial<Project>): Project {
  return {
    id,
    shortname,
    label,
    icon: "",
    description: "",
    access: "public",
    status: "active",
    memberIds: [],
    adminIds: [max],
    usesSvn: false,
    ...more,
  };
}

export const groups: readonly UserGroup[] = [
  { id: "1", projectId: undefined, shortName: "all_users", label: "Anonymous", memberIds: [] },
  { id: "2", projectId: undefined, shortName: "registered_users", label: "Registered users", memberIds: [] },
  ...[101, 102, 103, 122].flatMap((id) => [
    { id: `${id}_3`, projectId: id, shortName: "project_members", label: "Project members", memberIds: [] },
    { id: `${id}_4`, projectId: id, shortName: "project_admins", label: "Project administrators", memberIds: [] },
  ]),
  { id: "150", projectId: 101, shortName: "Testers", label: "Testers", memberIds: [jane, camille] },
  { id: "151", projectId: 101, shortName: "Support", label: "Support", memberIds: [109] },
  { id: "152", projectId: 122, shortName: "Developers", label: "Developers", memberIds: [jane, max] },
  { id: "153", projectId: 122, shortName: "Translators", label: "Translators", memberIds: [] },
];

export type KeyName =
  | "member"
  | "admin"
  | "colleague"
  | "reader"
  | "expired"
  | "suspended"
  | "readOnlyAdmin"
  | "outOfScope";

const keyOwners: Readonly<Record<KeyName, number>> = {
  member: jane,
  admin: max,
  colleague: camille,
  reader: rita,
  expired: 106,
  suspended: 107,
  readOnlyAdmin: 110,
  outOfScope: jane,
};

export const keyNames = Object.keys(keyOwners) as readonly KeyName[];

/** 2024-01-02T08:00:00Z, before anything else happened. */
export const keysCreatedOn = 1704182400;

/** The id of the n-th key of the data set is 21 + n; a replaced key gets a new id and secret. */
export function makeKey(name: KeyName, id: number): AccessKey {
  return {
    id,
    text: `tlp-k1-${id}.${secretOf(id)}`,
    userId: keyOwners[name],
    description: `${name} key`,
    createdOn: keysCreatedOn,
    expiresOn: name === "expired" ? keysCreatedOn + 30 * 24 * 3600 : undefined,
    scopes: name === "outOfScope" ? ["write:svn"] : ["write:rest"],
    lastUsedOn: undefined,
    isRevoked: false,
  };
}

function secretOf(id: number): string {
  let word = id * 2654435761;
  let hex = "";
  while (hex.length < 64) {
    word = (word * 1664525 + 1013904223) >>> 0;
    hex += word.toString(16).padStart(8, "0");
  }
  return hex;
}

/** A user by the name of the key they own, as the control interface names people; by username otherwise. */
export function ownerOf(name: string): number | undefined {
  return Object.hasOwn(keyOwners, name) ? keyOwners[name as KeyName] : users.find((user) => user.username === name)?.id;
}
