import { expect, it } from 'vitest'

import { flagList, SETTINGS, spelling } from './flags.ts'
import { usage } from './usage.ts'

it('docs/command-line.md lists what the service reads', async () => {
  const page = [
    '# Options of the service',
    '',
    'Made from `service/node/command-line/flags.ts`; `npx vitest run service/node/command-line -u` writes it anew.',
    '',
    '`npm start -- [flags]`, or `npm run service -- [flags]` for the API without the app. A flag beats its variable;',
    'a flag with `…` may be given several times, and in its variable the values stand apart by commas.',
    '',
    '| Flag | Environment | Meaning |',
    '| --- | --- | --- |',
    ...flagList().map(
      (flag) =>
        `| \`${spelling(flag).replaceAll('|', String.raw`\|`)}\` | ${flag.variable ? `\`${flag.variable}\`` : ''} | ${flag.meaning} |`,
    ),
    ...Object.entries(SETTINGS).map(([name, meaning]) => `| | \`${name}\` | ${meaning} |`),
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
