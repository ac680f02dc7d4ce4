// @ts-check

/**
 * What the last stage of a Containerfile says about the container it makes.
 * @typedef {{ user: string | undefined, env: Record<string, string>, command: string[], health: string[], volumes: string[] }} ImageConfig
 */

/** @param {string} text of a Containerfile @returns {ImageConfig} */
export function imageConfig(text) {
  const lines = text.replaceAll('\\\n', ' ').split('\n')
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const all = (/** @type {string} */ word) =>
    stage.flatMap((line) =>
      line.startsWith(`${word} `) ? [line.slice(word.length + 1).trim()] : [],
    )
  const list = (/** @type {string | undefined} */ json) => JSON.parse(json ?? '[]')
  const pairs = all('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')))
  return {
    user: all('USER').at(-1),
    env: Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value])),
    command: list(all('CMD').at(-1)),
    health: list(
      all('HEALTHCHECK')
        .at(-1)
        ?.replace(/^.*?\bCMD\b/, ''),
    ),
    volumes: all('VOLUME'),
  }
}
