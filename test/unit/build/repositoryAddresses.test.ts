import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { repositoryAddresses } from "../../../src/build/repositoryAddresses.ts";

suite("the addresses of the manifest", () => {
  for (const remote of [
    "https://github.com/team/desk",
    "https://github.com/team/desk.git",
    " https://github.com/team/desk.git/\n",
  ]) {
    test(`are those of ${JSON.stringify(remote)}`, () => {
      assert.deepEqual(repositoryAddresses(remote), {
        repository: { type: "git", url: "https://github.com/team/desk.git" },
        homepage: "https://github.com/team/desk",
        bugs: { url: "https://github.com/team/desk/issues" },
      });
    });
  }

  test("name no place for issues at a host that is not known", () => {
    assert.deepEqual(repositoryAddresses("https://git.example.com/a/group/desk.git"), {
      repository: { type: "git", url: "https://git.example.com/a/group/desk.git" },
      homepage: "https://git.example.com/a/group/desk",
    });
  });

  for (const remote of [
    "",
    "/home/somebody/desk",
    "../desk.git",
    "file:///home/somebody/desk",
    "git@github.com:team/desk.git",
    "ssh://git@github.com/team/desk.git",
    "http://github.com/team/desk.git",
    "https://somebody:secret@github.com/team/desk.git",
    "https://token@github.com/team/desk.git",
    "https://localhost/team/desk",
    "https://machine/team/desk",
    "https://machine.local/team/desk",
    "https://192.168.1.2/team/desk",
    "https://[fe80::1]/team/desk",
    "https://git.example.com:8443/team/desk",
    "https://git.example.com/team/desk?token=secret",
    "https://git.example.com/",
  ]) {
    test(`are none where a clone fetches from ${JSON.stringify(remote)}`, () => {
      assert.deepEqual(repositoryAddresses(remote), {});
    });
  }
});
