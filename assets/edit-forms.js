// What the forms that create and edit need beside sending: line numbers, previews, drafts, the guess of a language.
import { indentWithTab, makeCodeFields } from './code-field.js';
import { keepDrafts } from './drafts.js';
import { guessLanguages } from './guess-language.js';

guessLanguages();
makeCodeFields();
indentWithTab();
// `show-answer.js` has replaced the content.
document.addEventListener('replaced', makeCodeFields);
keepDrafts();
