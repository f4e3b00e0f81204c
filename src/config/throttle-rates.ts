/** Reads THROTTLE_RATES. */
import { RATE_NAMES, type Rate, type RateName, type Rates } from '../extension.js';
import type { Check } from './checks.js';
import { SettingsError } from './settings-error.js';

const SECONDS: Readonly<Record<string, number>> = { sec: 1, min: 60, hour: 3600, day: 86_400 };
const RATE = /^([1-9]\d{0,8})\/(sec|min|hour|day)$/;
const ALLOWED =
  'expected none, or rates like anon=100/hour,user=1000/hour,login=20/min (units sec, min, hour, day)';

export const DEFAULT_RATES: Rates = {
  login: { limit: 20, seconds: 60 },
  preview: { limit: 120, seconds: 60 },
};

/** `none`, or a list; a name that it leaves out keeps its default, so that a rate for `anon` does not open `login`. */
export const throttleRates: Check<Rates> = (text, variable) => {
  if (text.trim() === 'none') return {};
  const rates = new Map(Object.entries(DEFAULT_RATES));
  const given = new Set<string>();
  for (const item of text.split(',')) {
    const [name = '', amount = ''] = item.trim().split('=');
    const rate = parseRate(amount);
    if (!isRateName(name) || rate === undefined) throw new SettingsError(variable, `"${text}"`, ALLOWED);
    if (given.has(name)) throw new SettingsError(variable, `"${text}"`, `"${name}" is listed twice`);
    given.add(name);
    if (rate) rates.set(name, rate);
    else rates.delete(name);
  }
  return Object.fromEntries(rates);
};

function isRateName(name: string): name is RateName {
  return RATE_NAMES.some((known) => known === name);
}

/** @returns null for none; undefined for what is no rate */
function parseRate(text: string): Rate | null | undefined {
  if (text === 'none') return null;
  const [, limit, unit = ''] = RATE.exec(text) ?? [];
  const seconds = SECONDS[unit];
  return limit === undefined || seconds === undefined ? undefined : { limit: Number(limit), seconds };
}
