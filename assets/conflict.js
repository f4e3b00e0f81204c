// Someone saved a newer version: shows what differs, and lets the user keep their text or take the other.
import { makeBox, putAbove } from './announce.js';
import { showAnswer } from './show-answer.js';

/** @param {HTMLFormElement} form @param {Response} refusal 412 */
export async function showConflict(form, refusal) {
  const path = form.getAttribute('action');
  const response = await fetch(path, { headers: { Accept: 'application/json' } });
  // Deleted since.
  if (!response.ok) return showAnswer(await fetch(path, { headers: { Accept: 'text/html' } }), form);
  const theirs = await response.json();
  const box = makeBox(
    'problem',
    'alert',
    'Someone saved a newer version.',
    'Your text is still here. What differs:',
  );
  box.append(differences(theirs, form));
  const keep = button('Keep mine', () => {
    form.dataset.etag = response.headers.get('ETag');
    form.requestSubmit();
  });
  const take = button('Take theirs', () => {
    form.dispatchEvent(new Event('saved', { bubbles: true }));
    location.assign(path);
  });
  take.className = 'quiet';
  const row = document.createElement('p');
  row.append(keep, ' ', take);
  box.append(row);
  await refusal.body?.cancel();
  putAbove(box);
}

function differences(theirs, form) {
  const list = document.createElement('div');
  for (const field of form.elements) {
    if (!(field.name in theirs)) continue;
    const mine = field.type === 'checkbox' ? String(field.checked) : field.value;
    const other = String(theirs[field.name]).replace(/\r\n?/g, '\n');
    if (mine === other) continue;
    const name = form.querySelector(`label[for="${field.id.replace(/-select$/, '')}"]`)?.textContent;
    const label = Object.assign(document.createElement('p'), { textContent: `${name ?? field.name}:` });
    list.append(label, diffOf(other.split('\n'), mine.split('\n')));
  }
  return list;
}

/** Lines of context around a difference, and the longest texts that are compared line by line. */
const [AROUND, MOST] = [2, 1500];

/** @returns an element: lines of theirs that are not in mine are `del`, those of mine that are not in theirs `ins` */
function diffOf(theirs, mine) {
  let start = 0;
  while (start < theirs.length && start < mine.length && theirs[start] === mine[start]) start += 1;
  let end = 0;
  const most = Math.min(theirs.length, mine.length) - start;
  while (end < most && theirs[theirs.length - 1 - end] === mine[mine.length - 1 - end]) end += 1;
  const box = Object.assign(document.createElement('pre'), {
    className: 'diff',
    tabIndex: 0,
    ariaLabel: 'Difference',
  });
  const [before, after] = [theirs.slice(0, start), theirs.slice(theirs.length - end)];
  box.append(...before.slice(-AROUND).map((line) => `  ${line}\n`));
  const changed = changesOf(theirs.slice(start, theirs.length - end), mine.slice(start, mine.length - end));
  for (const [name, line] of changed) {
    if (name === '') box.append(`  ${line}\n`);
    else {
      const text = `${name === 'del' ? '- theirs  ' : '+ mine    '}${line}\n`;
      box.append(Object.assign(document.createElement(name), { textContent: text }));
    }
  }
  box.append(...after.slice(0, AROUND).map((line) => `  ${line}\n`));
  return box;
}

/** The longest common subsequence of lines. */
function changesOf(theirs, mine) {
  if (theirs.length > MOST || mine.length > MOST)
    return [...theirs.map((line) => ['del', line]), ...mine.map((line) => ['ins', line])];
  const width = mine.length + 1;
  const lengths = new Uint16Array((theirs.length + 1) * width);
  for (let i = theirs.length - 1; i >= 0; i -= 1) {
    for (let j = mine.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        theirs[i] === mine[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const changes = [];
  let [i, j] = [0, 0];
  while (i < theirs.length || j < mine.length) {
    if (i < theirs.length && j < mine.length && theirs[i] === mine[j]) {
      changes.push(['', theirs[i]]);
      i += 1;
      j += 1;
    } else if (
      j === mine.length ||
      (i < theirs.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])
    ) {
      changes.push(['del', theirs[i]]);
      i += 1;
    } else {
      changes.push(['ins', mine[j]]);
      j += 1;
    }
  }
  return changes;
}

function button(text, act) {
  const element = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  element.addEventListener('click', act);
  return element;
}
