import { flagList, SETTINGS, spelling } from './flags.ts'

/** What `--help` prints. */
export function usage(): string {
  const flags = flagList().map((flag): [string, string] => [
    spelling(flag),
    `${flag.meaning}${flag.variable === undefined ? '' : ` (${flag.variable})`}`,
  ])
  return [
    'Usage: npm start -- [flags], or npm run service -- [flags] for the API without the app.',
    '',
    ...aligned(flags),
    '',
    'In parentheses: the environment variable used when the flag is absent.',
    '',
    'Environment variables without a flag:',
    '',
    ...aligned(Object.entries(SETTINGS)),
  ].join('\n')
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
}
