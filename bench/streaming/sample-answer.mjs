// @ts-check
const vocabulary =
  'the request model answer token stream buffer frame render cost header value limit balance wallet retry error parse cache latency throughput server client browser memory worker queue chunk schema field'.split(
    ' ',
  )

/**
 * A deterministic answer like those of a language model: whole blocks, at least `length` characters.
 * @param {number} length @param {number} seed @param {{ maths?: boolean }} [options] with formulas, in lines and between them
 */
export function sampleAnswer(length, seed, { maths = false } = {}) {
  const random = mulberry32(seed)
  const pick = (/** @type {readonly string[]} */ items) =>
    items[Math.floor(random() * items.length)] ?? ''
  const count = (/** @type {number} */ from, /** @type {number} */ to) =>
    from + Math.floor(random() * (to - from + 1))
  const times = (/** @type {number} */ n, /** @type {(index: number) => string} */ make) =>
    Array.from({ length: n }, (_, i) => make(i))
  const word = () => {
    const plain = pick(vocabulary)
    const chance = random()
    if (chance < 0.04) return `**${plain} ${pick(vocabulary)}**`
    if (chance < 0.06) return `*${plain}*`
    if (chance < 0.1) return `\`${plain}_${pick(vocabulary)}\``
    if (chance < 0.11) return `[${plain}](https://docs.example/${plain})`
    return plain
  }
  const sentence = (from = 8, to = 20) => {
    const words = times(count(from, to), word).join(' ')
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  }
  const paragraph = () => times(count(2, 5), () => sentence()).join(' ')
  const list = () => times(count(3, 7), () => `- ${sentence(5, 14)}`).join('\n')
  const nested = () =>
    times(
      count(2, 4),
      (i) =>
        `${i + 1}. **${pick(vocabulary)}**: ${sentence(6, 12)}\n   - ${sentence(4, 9)}\n   - ${sentence(4, 9)}`,
    ).join('\n')
  const code = () => {
    const language = pick(['ts', 'python', 'bash', 'json'])
    const lines = times(count(6, 18), () => {
      const [a, b] = [pick(vocabulary), pick(vocabulary)]
      if (language === 'json') return `  "${a}": { "${b}": ${count(1, 900)} },`
      if (language === 'bash')
        return `curl -s https://api.example/${a} --header "${b}: ${count(1, 9)}" # ${a}`
      if (language === 'python') return `    ${a} = ${b}(${count(1, 99)}, name="${a}")  # ${b}`
      return `  const ${a} = await ${b}({ ${a}: ${count(1, 99)}, name: '${b}' }) // ${a}`
    })
    return `\`\`\`${language}\n${lines.join('\n')}\n\`\`\``
  }
  const table = () =>
    `| ${pick(vocabulary)} | ${pick(vocabulary)} | ${pick(vocabulary)} |\n|---|---|---:|\n${times(count(3, 8), () => `| ${pick(vocabulary)} | \`${pick(vocabulary)}\` ${pick(vocabulary)} | ${count(1, 9999)} |`).join('\n')}`
  const heading = () => `## ${sentence(2, 5).slice(0, -1)}`
  const formula = () =>
    `$$\n\\sum_{i=1}^{${count(2, 99)}} \\frac{x_i^${count(2, 9)}}{\\sqrt{${count(2, 99)} + y_i}} = \\int_0^1 f(t)\\,dt\n$$`
  const inline = () =>
    `${sentence()} Here $a_${count(1, 9)} = \\alpha^{${count(2, 9)}}$ holds. ${sentence()}`
  const blocks = [
    paragraph,
    paragraph,
    paragraph,
    list,
    nested,
    code,
    table,
    heading,
    paragraph,
    code,
    ...(maths ? [formula, inline] : []),
  ]

  let text = ''
  for (let index = 0; text.length < length; index += 1) {
    text += `${(blocks[index % blocks.length] ?? paragraph)()}\n\n`
  }
  return text
}

/** Numbers from 0 to 1, the same for the same seed. @param {number} seed @returns {() => number} */
export function mulberry32(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
