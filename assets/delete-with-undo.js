// Waits ten seconds before a delete is sent, so that it can be undone. It is sent at once when the page is left.
import { makeBox, putAbove } from './announce.js';
import { requestOf, send } from './send-forms.js';
import { showFailure } from './show-answer.js';

const SECONDS = 10;

export function deleteWithUndo() {
  // Before `sendForms`, which sends every form that nobody has handled.
  addEventListener(
    'submit',
    (event) => {
      if (event.target.dataset.method !== 'DELETE') return;
      event.preventDefault();
      wait(event.target);
    },
    { capture: true },
  );
}

function wait(form) {
  let left = SECONDS;
  const main = document.querySelector('main');
  const box = makeBox('done', 'status', 'Deleting');
  const text = box.querySelector('p');
  const undo = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Undo' });
  box.append(undo);
  main.classList.add('leaving');
  const menu = form.closest('details');
  if (menu) menu.open = false;
  putAbove(box);
  undo.focus();
  const count = () => {
    text.textContent = `This will be deleted in ${left} ${left === 1 ? 'second' : 'seconds'}.`;
  };
  count();
  const timer = setInterval(() => {
    left -= 1;
    count();
    if (left === 0) finish();
  }, 1000);
  addEventListener('pagehide', leave);
  undo.addEventListener('click', () => {
    stop();
    putAbove(makeBox('done', 'status', 'Not deleted.'));
  });

  function stop() {
    clearInterval(timer);
    removeEventListener('pagehide', leave);
    main.classList.remove('leaving');
  }

  function finish() {
    stop();
    undo.remove();
    text.textContent = 'Deleting…';
    send(form).catch(showFailure);
  }

  /** The browser sends it although the page is gone. Nobody is left to be told the outcome. */
  function leave() {
    stop();
    fetch(form.getAttribute('action'), { ...requestOf(form), keepalive: true }).catch(() => {});
  }
}
