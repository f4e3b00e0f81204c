/** The table of stages in README.md has the rows of the list in `src/app.ts`. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import ts from 'typescript';
import { ROOT } from './read-markdown.js';

/** The functions that make the stages in `compose([...])`, from top to bottom. */
function stagesInCode(): string[] {
  const text = readFileSync(join(ROOT, 'src', 'app.ts'), 'utf8');
  const file = ts.createSourceFile('app.ts', text, ts.ScriptTarget.Latest, true);
  const lists: string[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'compose') {
      const [list] = node.arguments;
      assert.ok(list && ts.isArrayLiteralExpression(list), 'compose takes one array literal');
      lists.push(list.elements.map(nameOf));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  assert.equal(lists.length, 1, 'src/app.ts has one pipeline');
  return lists.flat();
}

function nameOf(element: ts.Expression): string {
  const call = ts.isAwaitExpression(element) ? element.expression : element;
  assert.ok(ts.isCallExpression(call), `${element.getText()} is a call that makes a stage`);
  return call.expression.getText();
}

function stagesInReadme(): string[] {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return [...text.matchAll(/^\| \d+ \| `(\w+)` \|/gm)].map(([, name = '']) => name);
}

it('the table of stages in README.md names the stages of src/app.ts, in their order', () => {
  assert.ok(stagesInCode().length > 15);
  assert.deepEqual(stagesInReadme(), stagesInCode());
});
