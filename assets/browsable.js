// Adds what HTML forms cannot do: PUT, DELETE and OPTIONS, raw JSON, Tab in the code area, searchable choices.
// Everything else works without scripts.
import { announceWhatWasDone } from './announce.js';
import { closeMenus } from './close-menus.js';
import { copyCode } from './copy-code.js';
import { indentWithTab } from './indent.js';
import { markLines } from './mark-lines.js';
import { offerGuesses } from './offer-guess.js';
import { makePickers } from './picker.js';
import { sendForms } from './send-forms.js';
import { takeShortcuts } from './shortcuts.js';
import { showJson } from './show-json.js';
import { unfoldLists } from './unfold.js';
import { askAboutUnsaved } from './unsaved.js';

document.documentElement.classList.add('has-script');
announceWhatWasDone();
sendForms();
indentWithTab();
closeMenus();
offerGuesses();
makePickers();
// `show-answer.js` has replaced the content.
document.addEventListener('replaced', makePickers);
copyCode();
markLines();
askAboutUnsaved();
takeShortcuts();
unfoldLists();
showJson();
