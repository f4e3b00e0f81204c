// Adds what HTML forms cannot do: PUT, DELETE and OPTIONS, raw JSON, drafts, previews, searchable choices.
// Reading, searching and creating work without scripts.
import { announceWhatWasDone } from './announce.js';
import { copyTexts } from './copy-text.js';
import { deleteWithUndo } from './delete-with-undo.js';
import { searchWhileTyping } from './live-search.js';
import { markLines } from './mark-lines.js';
import { closeMenus } from './menus.js';
import { makePickers } from './picker.js';
import { sendForms } from './send-forms.js';
import { takeShortcuts } from './shortcuts.js';
import { showFailure } from './show-answer.js';
import { showJson } from './show-json.js';
import { changeView } from './view-options.js';

announceWhatWasDone();
sendForms();
deleteWithUndo();
makePickers();
// `show-answer.js` has replaced the content.
document.addEventListener('replaced', makePickers);
// A form that is folded has time. The page of a new resource has this script from the beginning (`new-form.js`).
if (document.querySelector('form[data-preview]')) import('./edit-forms.js').catch(showFailure);
closeMenus();
copyTexts();
markLines();
changeView();
searchWhileTyping();
takeShortcuts();
showJson();
document.documentElement.classList.add('has-script');
