/** deploy/Dockerfile, parsed by the parser that editors use. */
import { DockerfileParser, type ModifiableInstruction } from 'dockerfile-ast';
import { readDeploy } from './read-deploy.js';

export interface BuildInstruction {
  /** `COPY` for instance. */
  readonly keyword: string;
  /** `{ from: 'build' }` of `--from=build`. */
  readonly flags: Readonly<Record<string, string>>;
  /** The words, or the members of the JSON form; variables of ARG are put in. */
  readonly args: readonly string[];
  /** What stands behind the keyword, on one line. */
  readonly text: string;
}

export interface BuildStage {
  readonly name: string | undefined;
  readonly image: string;
  readonly instructions: readonly BuildInstruction[];
}

/** In the order of the file. */
export function instructionsOf(file: string): BuildInstruction[] {
  const parsed = DockerfileParser.parse(readDeploy(file));
  const defaults = new Map<string, string>();
  return parsed.getInstructions().map((instruction) => {
    const keyword = instruction.getKeyword();
    const flags = 'getFlags' in instruction ? (instruction as ModifiableInstruction).getFlags() : [];
    const rest = instruction.getArgumentsContent()?.replace(/\\\n/g, ' ') ?? '';
    const text = rest.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => defaults.get(name) ?? '').trim();
    const args = text.startsWith('[') ? parseList(text) : text.split(/\s+/);
    if (keyword === 'ARG') defaults.set(...splitPair(text));
    return {
      keyword,
      flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
      args,
      text,
    };
  });
}

/** ARGs before the first FROM are used by the FROMs alone. */
export function stagesOf(file: string): BuildStage[] {
  const stages: { name: string | undefined; image: string; instructions: BuildInstruction[] }[] = [];
  for (const instruction of instructionsOf(file)) {
    const [image = '', , name] = instruction.args;
    if (instruction.keyword === 'FROM') stages.push({ name, image, instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

function parseList(text: string): string[] {
  return JSON.parse(text);
}

function splitPair(text: string): [name: string, value: string] {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  return [name, value];
}
