// What HTML forms cannot do by themselves: PUT, DELETE and OPTIONS, raw JSON, Tab in the code area.
// Everything else works without this script.
import { announceWhatWasDone } from './announce.js';
import { closeMenus } from './close-menus.js';
import { indentWithTab } from './indent.js';
import { sendForms } from './send-forms.js';

document.documentElement.classList.add('has-script');
announceWhatWasDone();
sendForms();
indentWithTab();
closeMenus();
