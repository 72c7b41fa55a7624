import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import {
  attachmentResource,
  isFolder,
  parsePath,
  printPath,
  type Resource,
  safeFileName,
} from "../../../../src/core/model/uri.ts";
import { anyCharacter } from "../../../support/anyCharacter.ts";

suite("paths of documents", () => {
  for (const { path, resource } of [
    { path: "/artifacts/512.artifact.json", resource: { kind: "artifact", artifactId: 512, format: "json" } },
    { path: "/artifacts/512.artifact.xml", resource: { kind: "artifact", artifactId: 512, format: "xml" } },
    {
      path: "/artifacts/512/fields/1203.md",
      resource: { kind: "field", artifactId: 512, fieldId: 1203, language: "md" },
    },
    {
      path: "/artifacts/512/attachments/457/my file.txt",
      resource: { kind: "attachment", artifactId: 512, n: 457, fileName: "my file.txt" },
    },
    { path: "/artifacts/512/comment.md", resource: { kind: "comment", artifactId: 512 } },
    {
      path: "/artifacts/512/versions/9001.artifact.json",
      resource: { kind: "version", artifactId: 512, changesetId: 9001 },
    },
    {
      path: "/artifacts/512/versions/9001/fields/1203.md",
      resource: { kind: "versionField", artifactId: 512, changesetId: 9001, fieldId: 1203, language: "md" },
    },
    { path: "/trackers/12/new-1.artifact.xml", resource: { kind: "draft", trackerId: 12, n: 1, format: "xml" } },
    { path: "/svn/90.svn.json", resource: { kind: "svnSettings", repositoryId: 90 } },
    { path: "/svn/90/access-file.svnaccess", resource: { kind: "svnAccessFile", repositoryId: 90 } },
    { path: "/projects/101/new-2.svn.json", resource: { kind: "svnDraft", projectId: 101, n: 2 } },
  ] satisfies { path: string; resource: Resource }[]) {
    test(`«${path}» is read and printed`, () => {
      assert.deepEqual(parsePath(path), resource);
      assert.equal(printPath(resource), path);
    });
  }

  for (const path of [
    "",
    "/",
    "/artifacts/0.artifact.json",
    "/artifacts/012.artifact.json",
    "/artifacts/9007199254740993.artifact.json",
    "/artifacts/512/versions/9007199254740993.artifact.json",
    "/svn/9007199254740993.svn.json",
    "/artifacts/512.artifact.yaml",
    "/artifacts/512.json",
    "/artifacts/-1.artifact.json",
    "/artifacts/512/fields/1203.exe",
    "/artifacts/512/comment.txt",
    "/artifacts/512/comment.md/",
    "/artifacts/512/attachments/457/",
    "/artifacts/512/attachments/457/a/b",
    "/x/artifacts/512.artifact.json",
    "/artifacts/512.artifact.json/",
  ]) {
    test(`«${path}» names nothing`, () => {
      assert.equal(parsePath(path), undefined);
    });
  }
});

suite("folders of documents", () => {
  const resources = [
    "/artifacts/7.artifact.json",
    "/artifacts/7/fields/2.md",
    "/artifacts/7/comment.md",
    "/artifacts/7/attachments/1/a.txt",
    "/artifacts/7/versions/1.artifact.json",
    "/artifacts/7/versions/1/fields/2.txt",
    "/trackers/3/new-1.artifact.xml",
    "/svn/9.svn.json",
    "/svn/9/access-file.svnaccess",
    "/projects/5/new-1.svn.json",
  ];
  test("are what is above a document, which is none itself", () => {
    for (const resource of resources) {
      assert.equal(isFolder(resource), false, resource);
      for (let end = resource.lastIndexOf("/"); end >= 0; end = resource.lastIndexOf("/", end - 1)) {
        assert.equal(isFolder(resource.slice(0, end)), true, resource.slice(0, end));
        if (end === 0) {
          break;
        }
      }
    }
  });

  test("are not just any path", () => {
    for (const path of ["/elsewhere", "/artifacts/x", "/artifacts/7/more", "/svn/9/fields", "//"]) {
      assert.equal(isFolder(path), false, path);
    }
  });
});

suite("the file name of an attachment", () => {
  for (const { name, expected } of [
    { name: "report.txt", expected: "report.txt" },
    { name: "../../etc/passwd", expected: ".._.._etc_passwd" },
    { name: "a\u202egnp.exe", expected: "a_gnp.exe" },
    { name: "con.txt", expected: "_con.txt" },
    { name: "..", expected: "attachment" },
    { name: "", expected: "attachment" },
    { name: "trailing. ", expected: "trailing" },
  ]) {
    test(`of «${name}» is «${expected}»`, () => {
      assert.equal(safeFileName(name), expected);
    });
  }

  test("is one path segment that comes back, whatever the uploader sent", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
        const resource = attachmentResource(1, { n: 2, fieldId: 3, name, contentUrl: "" });
        assert.deepEqual(parsePath(printPath(resource)), resource);
        assert.ok(safeFileName(name).length <= 121);
      }),
    );
  });
});
