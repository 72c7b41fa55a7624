import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { AbsentRoutes } from "../../src/core/absentRoutes.ts";
import { themeColorOf } from "../../src/core/statusColor.ts";

suite("The colour of a status", () => {
  test("is the theme's nearest one", () => {
    assert.equal(themeColorOf("sherwood-green"), "charts.green");
    assert.equal(themeColorOf("Fiesta-Red"), "charts.red");
    assert.equal(themeColorOf("inca-silver"), "descriptionForeground");
  });

  test("is none for a name that is not known, so that the usual one stays", () => {
    assert.equal(themeColorOf("constructor"), undefined);
    assert.equal(themeColorOf(undefined), undefined);
  });
});

suite("Routes a service does not have", () => {
  test("are known of one connection until it is asked again", () => {
    const absent = new AbsentRoutes();
    absent.add("team", "links");
    absent.add("other", "links");
    assert.deepEqual([absent.has("team", "links"), absent.has("team", "reports")], [true, false]);
    absent.clear("team");
    assert.deepEqual([absent.has("team", "links"), absent.has("other", "links")], [false, true]);
    absent.clear();
    assert.equal(absent.has("other", "links"), false);
  });
});
