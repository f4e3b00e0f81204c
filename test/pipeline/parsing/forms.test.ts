import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DEFAULTS } from '../../helpers/snippet-fields.js';
import { describeOnAnyStore } from '../../helpers/stores.js';
import { BOUNDARY, FORMS, field, form, json, multipart } from './bodies.js';
import { type SnippetApp, startSnippetApp } from './snippet-app.js';

const NO_TEXT = { detail: 'Invalid input.', code: ['Not a valid string.'] };
const REQUIRED = { detail: 'Invalid input.', code: ['This field is required.'] };
const CODE = field('code', 'x');

describeOnAnyStore('a form', (store) => {
  let app: SnippetApp;
  before(async () => {
    app = await startSnippetApp({ store });
  });
  after(() => app.close());

  for (const kind of FORMS) {
    describe(kind, () => {
      it('keeps every character', async () => {
        const title = ' é😀&=+%;"\\ ';
        const code = '\r\n\tif a < b:\r\n--\n\r  print("%41+é😀\u2028")\n\u0001\u007f\r\n';
        const stored = await app.create(form(kind, { title, code }));
        assert.deepEqual([stored.title, stored.code], [title, code]);
      });

      it('takes the last value of a repeated name', async () => {
        const fields: [string, string][] = [
          ['code', 'first'],
          ['title', 't'],
          ['code', ''],
          ['code', 'last'],
        ];
        assert.equal((await app.create(form(kind, fields))).code, 'last');
        assert.deepEqual(await app.refusal(form(kind, [...fields, ['code', ' ']])), {
          detail: 'Invalid input.',
          code: ['This field may not be blank.'],
        });
      });

      it('treats names as plain text: brackets and dots have no structure', async () => {
        const nested = {
          'code[0]': 'a',
          'code[$ne]': '1',
          'code.b': 'c',
          'title[]': 'd',
          'linenos[x]': 'on',
        };
        assert.deepEqual(await app.refusal(form(kind, nested)), REQUIRED);
        const stored = await app.create(form(kind, { ...nested, code: 'x' }));
        assert.deepEqual([stored.code, stored.title, stored.linenos], ['x', '', false]);
      });

      it('treats a blank choice as absent, and an absent checkbox as false', async () => {
        for (const blanks of [{}, { title: '', language: '', style: '', linenos: '' }]) {
          const { id, owner, ...stored } = await app.create(form(kind, { code: 'x', ...blanks }));
          assert.deepEqual(stored, { ...DEFAULTS, code: 'x' });
        }
      });

      it('replaces a whole snippet too', async () => {
        const { id } = await app.create(
          json({ code: 'x', title: 't', linenos: true, language: 'rust', style: 'monokai' }),
        );
        const { headers, body } = form(kind, { code: 'y' });
        const response = await app.fetch(`/snippets/${id}/`, {
          method: 'PUT',
          headers: { ...headers, Authorization: `Token ${app.alice.token}` },
          body,
        });
        assert.equal(response.status, 200);
        const { owner, ...stored } = await app.client().getSnippet({ id });
        assert.deepEqual(stored, { ...DEFAULTS, id, code: 'y' });
      });
    });
  }
});

describe('urlencoded', () => {
  let app: SnippetApp;
  before(async () => {
    app = await startSnippetApp();
  });
  after(() => app.close());
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };

  const READ_AS: Readonly<Record<string, string>> = {
    'code=a+b%20c%2B': 'a b c+',
    'code=a=b==': 'a=b==',
    '&&code=a&&': 'a',
    'c%6Fde=%c3%A9': 'é',
    'code=é': 'é',
    'code=%zz%4': '%zz%4',
    'code=%': '%',
    'code=a%26b;c': 'a&b;c',
    'title&code=a&=b': 'a',
  };
  for (const [body, code] of Object.entries(READ_AS)) {
    it(`${body} is read as ${code}`, async () =>
      assert.equal((await app.create({ headers, body })).code, code));
  }

  it('reads a name without = as a blank value', async () => {
    assert.deepEqual(await app.refusal({ headers, body: 'code' }), {
      detail: 'Invalid input.',
      code: ['This field may not be blank.'],
    });
  });

  for (const body of ['code=%ff', 'code=%ED%A0%80', '%C3=a&code=b', Buffer.from('code=\xe9', 'latin1')]) {
    it(`${body} is 400 because its bytes are not UTF-8`, async () => {
      assert.deepEqual(await app.refusal({ headers, body }), {
        detail: 'Form parse error - the body is not valid UTF-8',
      });
    });
  }
});

describe('multipart', () => {
  let app: SnippetApp;
  before(async () => {
    app = await startSnippetApp();
  });
  after(() => app.close());
  const withHead = (head: string, content = 'é') => multipart([`${head}\r\n\r\n${content}`]);

  const READ_AS: Readonly<Record<string, string>> = {
    'a name without quotes': 'Content-Disposition: form-data; name=code',
    'names of headers and parameters in any case': 'CONTENT-disposition:form-data;NAME="code"',
    'an escape in the name': 'Content-Disposition: form-data; name="c\\ode"',
    'other headers and parameters': 'X: y\r\nContent-Disposition: form-data; a="; filename=b"; name="code"',
    'white space around parameters': 'Content-Disposition: form-data ;\t name = "code" ; x=y',
    'a type and charset of its own':
      'Content-Disposition: form-data; name="code"\r\nContent-Type: text/plain; charset=utf-8',
    'a charset that lies':
      'Content-Disposition: form-data; name="code"\r\nContent-Type: text/plain; charset=latin1',
    'a type without a file name':
      'Content-Type: application/octet-stream\r\nContent-Disposition: form-data; name="code"',
    'a coding that changes nothing':
      'Content-Transfer-Encoding: 8BIT\r\nContent-Disposition: form-data; name="code"',
    'the coding binary': 'Content-Transfer-Encoding: binary\r\nContent-Disposition: form-data; name="code"',
    'the coding 7bit': 'Content-Transfer-Encoding: 7bit\r\nContent-Disposition: form-data; name="code"',
  };
  for (const [name, head] of Object.entries(READ_AS)) {
    it(`reads ${name}`, async () => assert.equal((await app.create(withHead(head))).code, 'é'));
  }

  const close = `\r\n--${BOUNDARY}--`;
  const ENVELOPES: Readonly<Record<string, string>> = {
    'without a last line break': `--${BOUNDARY}\r\n${CODE}${close}`,
    'with a preamble and an epilogue': `preamble\r\n--${BOUNDARY}\r\n${CODE}${close}\r\nepilogue\r\n--${BOUNDARY}\r\n`,
    'with padding behind the boundary': `--${BOUNDARY} \t \r\n${CODE}${close}`,
    'after an empty line': `\r\n--${BOUNDARY}\r\n${CODE}${close}`,
  };
  for (const [name, body] of Object.entries(ENVELOPES)) {
    it(`reads a body ${name}`, async () => {
      assert.equal((await app.create({ ...multipart([]), body })).code, 'x');
    });
  }

  it('keeps lines that only look like the boundary', async () => {
    const code = `--${BOUNDARY}\n\r\n--${BOUNDARY}x\r\n--${BOUNDARY}-\r\n--${BOUNDARY} x\r\n\r\n --${BOUNDARY}--\r\n`;
    assert.equal((await app.create(multipart([field('code', code)]))).code, code);
  });

  it('takes a boundary in quotes, with every character that it may have', async () => {
    const boundary = "it's (a) line+_,-./:=?";
    const body = `--${boundary}\r\n${CODE}\r\n--${boundary}--`;
    const headers = { 'Content-Type': `multipart/form-data; charset=utf-8; boundary="${boundary}"` };
    assert.equal((await app.create({ headers, body })).code, 'x');
  });

  const FILES: Readonly<Record<string, string>> = {
    'a file': 'Content-Disposition: form-data; name="code"; filename="a.py"',
    'a file with a type': 'Content-Disposition: form-data; filename=a; name=code\r\nContent-Type: text/plain',
    'a file of no name': 'Content-Disposition: form-data; name="code"; filename=""',
    'a file with an encoded name':
      'Content-Disposition: form-data; name="code"; filename*=UTF-8\'\'%e2%82%ac',
  };
  for (const [name, head] of Object.entries(FILES)) {
    it(`${name} is refused because it is not text`, async () => {
      for (const content of ['print()', '\xff'.repeat(200_000)]) {
        assert.deepEqual(
          await app.refusal({ ...withHead(head), body: Buffer.from(withHead(head, content).body, 'latin1') }),
          NO_TEXT,
        );
      }
    });
  }

  it('refuses a file in place of a choice or checkbox, and ignores a file with an unknown name', async () => {
    const file = (name: string) => `Content-Disposition: form-data; name="${name}"; filename="f"\r\n\r\nz`;
    assert.deepEqual(await app.refusal(multipart(['title', 'linenos', 'language', 'style'].map(file))), {
      detail: 'Invalid input.',
      title: ['Not a valid string.'],
      code: ['This field is required.'],
      linenos: ['Must be a valid boolean.'],
      language: ['"file" is not a valid choice.'],
      style: ['"file" is not a valid choice.'],
    });
    assert.equal((await app.create(multipart([file('upload'), CODE]))).code, 'x');
  });

  it('reads no fields from a body that has none', async () => {
    assert.deepEqual(await app.refusal(multipart([])), REQUIRED);
  });

  const CUT = 'Multipart form parse error - the body is cut off, or does not fit its boundary';
  const NO_NAME = 'Multipart form parse error - a part has no name';
  const NO_UTF8 = 'Multipart form parse error - the body is not valid UTF-8';
  const UNREADABLE: Readonly<Record<string, [body: string, detail: string]>> = {
    'cut off in its first boundary': [`--${BOUNDARY.slice(1)}`, CUT],
    'cut off behind its first boundary': [`--${BOUNDARY}`, CUT],
    'cut off in a head': [`--${BOUNDARY}\r\nContent-Dispo`, CUT],
    'cut off in a content': [`--${BOUNDARY}\r\n${CODE}`, CUT],
    'cut off in a file': [`--${BOUNDARY}\r\n${withHead(FILES['a file'] ?? '').body.slice(0, -40)}`, CUT],
    'cut off before its last dashes': [`--${BOUNDARY}\r\n${CODE}\r\n--${BOUNDARY}-`, CUT],
    'with a part that has no empty line': [`--${BOUNDARY}\r\nX: y\r\n--${BOUNDARY}--`, CUT],
    'with an empty part': [`--${BOUNDARY}\r\n--${BOUNDARY}--`, CUT],
    'of another boundary': ['--other\r\n\r\n\r\n--other--', CUT],
    'of bare line feeds': [multipart([CODE]).body.replaceAll('\r', ''), CUT],
    'of no boundary at all': ['code=x', CUT],
    'with a part that has no head': [multipart(['\r\nx']).body, NO_NAME],
    'with a part that has no disposition': [withHead('X: y; name="code"').body, NO_NAME],
    'with a part that has no name': [
      withHead('Content-Disposition: form-data; x="; name=code"').body,
      NO_NAME,
    ],
    'with a disposition of no parameters': [withHead('Content-Disposition: name="code"').body, NO_NAME],
    'with a value in Latin-1': [multipart([field('code', '\xe9')]).body, NO_UTF8],
    'with a name in Latin-1': [multipart([field('\xe9', 'x'), CODE]).body, NO_UTF8],
    'in base64': [
      withHead('Content-Disposition: form-data; name="code"\r\nContent-Transfer-Encoding: base64').body,
      'Multipart form parse error - a part has a Content-Transfer-Encoding',
    ],
  };
  for (const [name, [body, detail]] of Object.entries(UNREADABLE)) {
    it(`a body ${name} is 400`, async () => {
      const { headers } = multipart([]);
      assert.deepEqual(await app.refusal({ headers, body: Buffer.from(body, 'latin1') }), { detail });
    });
  }

  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; x="boundary=a"',
  ]) {
    it(`${type} is 400 because its boundary is missing`, async () => {
      assert.deepEqual(
        await app.refusal({ headers: { 'Content-Type': type }, body: multipart([CODE]).body }),
        {
          detail: 'Multipart form parse error - the Content-Type has no boundary',
        },
      );
    });
  }

  it('is 400 with a boundary longer than 70 characters, which would cost seconds to look for', async () => {
    const boundary = 'a'.repeat(71);
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    const body = `--${boundary}\r\n${CODE}\r\n--${boundary}--`;
    const detail = 'Multipart form parse error - the boundary is longer than 70 characters';
    assert.deepEqual(await app.refusal({ headers, body }), { detail });
  });

  it('is 400 with more than 1,000 parts, or with headers of a part beyond 16 KiB', async () => {
    const parts = multipart(Array.from({ length: 1001 }, () => CODE));
    const many = 'Multipart form parse error - the body has more than 1000 parts';
    assert.deepEqual(await app.refusal(parts), { detail: many });
    const long = multipart([`X: ${'a'.repeat(16 * 1024)}\r\n${CODE}`]);
    const tooLong = 'Multipart form parse error - the headers of a part are longer than 16384 bytes';
    assert.deepEqual(await app.refusal(long), { detail: tooLong });
  });

  it('keeps lines that only start like the boundary, up to 1,000 of them: more would take long', async () => {
    const lines = (count: number) => `${CODE}${`\r\n--${BOUNDARY}x`.repeat(count)}`;
    assert.match((await app.create(multipart([lines(900)]))).code, /x$/);
    const detail = 'Multipart form parse error - the body is cut off, or does not fit its boundary';
    assert.deepEqual(await app.refusal(multipart([lines(1100)])), { detail });
  });

  it('is 400 with more than 1,000 fields in a urlencoded form', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const detail = 'Form parse error - the body has more than 1000 fields';
    assert.deepEqual(await app.refusal({ headers, body: `${'a=&'.repeat(1000)}code=x` }), { detail });
    assert.equal((await app.create({ headers, body: `${'a=&'.repeat(999)}code=x` })).code, 'x');
  });
});
