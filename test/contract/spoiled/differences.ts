/** Where schemathesis does not name what the harness names, and why. `npm run schemathesis:spoiled` holds it to be so. */
import type { CheckName } from '../harness/checks/check.js';

export interface Difference {
  /** The checks that it names instead; none when it finds nothing. */
  readonly schemathesis: readonly CheckName[];
  readonly because: string;
}

const PEERS = 'It replays reads alone as another user; here everybody may read.';

const OPTIONAL =
  'It asks this only of operations all of whose parameters come from a link; this one has optional ones.';

/** By the name of the spoiling. */
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'a 500 on emoji': {
    schemathesis: [],
    because: 'It writes them as escapes in JSON, and makes up no multipart form with one.',
  },
  'a 500 on nested arrays': {
    schemathesis: [],
    because: 'It makes no arrays that are four deep.',
  },
  'JSON that is cut off': {
    schemathesis: [],
    because: 'All JSON that it sends is well-formed, and without a body it sends no content type.',
  },
  'a missing challenge': {
    schemathesis: [],
    because: 'It sends the right credentials; where it leaves them out, it looks at the status alone.',
  },
  'any content type': {
    schemathesis: [],
    because: 'To an unknown content type only a server error is a finding.',
  },
  'lengths counted in UTF-16 units': {
    schemathesis: [],
    because: 'Its longest texts are of characters that are one unit each.',
  },
  'a new snippet with the id of none': { schemathesis: [], because: OPTIONAL },
  'snippets that nobody can read': { schemathesis: [], because: OPTIONAL },
  'snippets that everybody may replace': { schemathesis: [], because: PEERS },
  'snippets that everybody may delete': { schemathesis: [], because: PEERS },
};
