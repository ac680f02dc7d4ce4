import { describe, expect, it } from 'vitest'

import { readBridgedServers, splitCommand } from './bridged-server.ts'

describe('a command', () => {
  it.each([
    ['npx -y server /tmp', ['npx', '-y', 'server', '/tmp']],
    [`node "a b.js" 'c "d"' e\\ f`, ['node', 'a b.js', 'c "d"', 'e f']],
    [`a "" b`, ['a', '', 'b']],
    [`a "say \\"x\\""`, ['a', 'say "x"']],
    [String.raw`C:\tools\server.exe --x`, [String.raw`C:\tools\server.exe`, '--x']],
    ['echo $HOME `id` ; rm | cat > x', ['echo', '$HOME', '`id`', ';', 'rm', '|', 'cat', '>', 'x']],
    ['  ', []],
  ])('behavior: %s is split at blanks and nothing else', (text, words) => {
    expect(splitCommand(text)).toEqual(words)
  })

  it('behavior: a quote that is left open is no command', () => {
    expect(splitCommand('a "b')).toBeUndefined()
    expect(splitCommand("a 'b")).toBeUndefined()
  })
})

describe('the environment of a server', () => {
  const env = { PATH: '/bin', HOME: '/home/me', LANG: 'C', SECRET: 's', TOKEN: 't' }
  const envOf = (...variables: string[]) =>
    readBridgedServers(['files=run', 'other=run'], variables, env, 'linux').map((one) => one.env)

  it('behavior: has PATH, HOME and LANG, and what was named for that server', () => {
    const least = { PATH: '/bin', HOME: '/home/me', LANG: 'C' }
    expect(envOf()).toEqual([least, least])
    expect(envOf('other=TOKEN')).toEqual([least, { ...least, TOKEN: 't' }])
  })

  it.each([
    [['files=run'], ['nobody=TOKEN'], 'the name of an --mcp server'],
    [['files=run'], ['files=MISSING'], 'MISSING is not set'],
    [['run me'], [], '--mcp must be NAME=COMMAND'],
    [['files='], [], 'needs a command'],
    [['files="x'], [], 'every quote closed'],
    [['a=x', 'a=y'], [], 'the name a twice'],
  ])('behavior: %j with %j is refused', (servers, variables, message) => {
    expect(() => readBridgedServers(servers, variables, env)).toThrow(message)
  })
})
