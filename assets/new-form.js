// The script of a page with the form for a new resource. A browser runs none of these scripts before all of them have
// come, so the form is not sent without the guess of its language.
import './browsable.js';
import './edit-forms.js';
