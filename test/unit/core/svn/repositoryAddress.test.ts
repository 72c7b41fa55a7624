import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { checkoutAddress, repositoryIdIn, repositoryPage } from "../../../../src/core/svn/repositoryAddress.ts";

suite("the address of a repository", () => {
  test("is the page of what is in it where its names are known, else that of its settings", () => {
    const origin = "https://tracker.example.com";
    const names = { id: 90, name: "web/site", projectShortname: "team&co", projectId: 122 };
    assert.equal(
      repositoryPage(origin, names),
      "https://tracker.example.com/plugins/svn/?roottype=svn&root=team%26co%2Fweb%2Fsite",
    );
    assert.equal(
      repositoryPage(origin, { id: 90, projectId: 122 }),
      "https://tracker.example.com/plugins/svn/?group_id=122&action=settings&repo_id=90",
    );
    assert.equal(repositoryPage(origin, { id: 90 }), undefined);
  });

  test("of a checkout is one of a repository, and nothing that a shell acts on", () => {
    for (const address of [
      "https://svn.example/svn/team/web",
      "svn://svn.example/team",
      "svn+ssh://me@svn.example/a",
    ]) {
      assert.equal(checkoutAddress(address), address);
    }
    const attack = "https://svn.example/a\n; rm -rf ~ `id` $(id) | sh & 'x' \"y\"\u2028curl";
    assert.match(checkoutAddress(attack) ?? "", /^https:\/\/svn\.example\/[\w%./~-]+$/);
    for (const told of [
      "",
      "team/web",
      "rm -rf ~",
      "file:///etc",
      "file://server/share",
      "javascript:alert(1)",
      "command:quit",
      "svn:x",
      "-r",
      "svn+ssh://-oProxyCommand=xcalc/a",
      "svn+ssh://-oProxyCommand=xcalc@svn.example/a",
      "svn+ssh://%2DoProxyCommand=xcalc@svn.example/a",
    ]) {
      assert.equal(checkoutAddress(told), undefined, told);
    }
  });

  test("and its number say which repository is meant", () => {
    for (const text of [
      "90",
      " #90 ",
      "https://tracker.example.com/plugins/svn/?group_id=122&action=settings&repo_id=90",
      "https://tracker.example.com/api/svn/90",
    ]) {
      assert.equal(repositoryIdIn(text), 90, text);
    }
    for (const text of ["", "0", "-90", "repo90", "90 91", "?repo_id=x", "1234567890123456"]) {
      assert.equal(repositoryIdIn(text), undefined, text);
    }
  });
});
