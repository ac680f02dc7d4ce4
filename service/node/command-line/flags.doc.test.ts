import { expect, it } from 'vitest'

import { usage } from '../printed.ts'
import { flagList, SETTINGS, spelling } from './flags.ts'

it('docs/command-line.md lists what the service reads', async () => {
  const page = [
    '# Command line',
    '',
    '```sh',
    'npm start -- [flags]         # the app and the API',
    'npm run service -- [flags]   # the API alone',
    '```',
    '',
    'A flag overrides its environment variable. A flag with `…` can be repeated; in its variable, separate the values',
    'with commas. The last rows have no flag: they are secret, or the same for several processes.',
    '',
    '| Flag | Environment | Meaning |',
    '| --- | --- | --- |',
    ...flagList().map(
      (flag) =>
        `| \`${spelling(flag).replaceAll('|', String.raw`\|`)}\` | ${flag.variable ? `\`${flag.variable}\`` : ''} | ${flag.meaning} |`,
    ),
    ...Object.entries(SETTINGS).map(([name, meaning]) => `| | \`${name}\` | ${meaning} |`),
    '',
    'Generated from `service/node/command-line/flags.ts` by `npx vitest run service/node/command-line -u`.',
    '',
  ]
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/command-line.md')
})

it('behavior: --help names every flag with its variable, and every variable', () => {
  const text = usage()
  for (const flag of flagList()) {
    const line = text.split('\n').find((each) => each.startsWith(`  ${spelling(flag)} `))
    expect(line).toContain(flag.meaning)
    expect(line).toContain(flag.variable ?? '')
  }
  for (const name of Object.keys(SETTINGS)) expect(text).toContain(`  ${name} `)
})
