// @ts-check
/** Makes the files to try in public/samples/: a picture, a PDF and a sound, each below 60 kB. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'

import { root } from './checkout.mjs'

/** A harbour with a lighthouse and three boats: something to describe, count and change. */
const SCENE = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="768">
<defs>
  <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7db4e6"/><stop offset="1" stop-color="#fbe3bf"/></linearGradient>
  <linearGradient id="sea" x2="0" y2="1"><stop stop-color="#3f7fa8"/><stop offset="1" stop-color="#16405e"/></linearGradient>
</defs>
<rect width="1024" height="768" fill="url(#sky)"/>
<circle cx="770" cy="330" r="62" fill="#ffd27a"/>
<path d="M0 420 Q150 310 330 400 T640 380 T1024 410 V480 H0Z" fill="#6d8f7d"/>
<path d="M0 440 Q220 380 470 440 T1024 440 V500 H0Z" fill="#4f7363"/>
<rect y="450" width="1024" height="318" fill="url(#sea)"/>
<g fill="#ffd27a" opacity=".5"><rect x="720" y="470" width="100" height="5"/><rect x="742" y="492" width="60" height="5"/><rect x="728" y="516" width="84" height="5"/></g>
<path d="M0 520 L190 500 L250 560 L0 600Z" fill="#5a5550"/>
<g><path d="M92 510 L104 250 H156 L168 510Z" fill="#f4f1ea"/><path d="M97 400 L100 340 H160 L163 400Z M102 300 L104 262 H156 L158 300Z" fill="#c0392b"/><rect x="98" y="226" width="64" height="26" fill="#33393f"/><path d="M106 226 L130 190 L154 226Z" fill="#c0392b"/></g>
${boat(360, 560, '#c0392b', 1)}${boat(600, 610, '#f4f1ea', 1.3)}${boat(860, 540, '#2c5aa0', 0.8)}
<g fill="none" stroke="#33393f" stroke-width="4" stroke-linecap="round"><path d="M430 190 q14 -14 28 0 q14 -14 28 0"/><path d="M540 140 q10 -10 20 0 q10 -10 20 0"/></g>
</svg>`

/** @param {number} x @param {number} y @param {string} colour @param {number} scale */
function boat(x, y, colour, scale) {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-70 0 H80 L56 38 H-50Z" fill="${colour}"/><rect x="-3" y="-120" width="6" height="120" fill="#5a4632"/><path d="M8 -112 L70 -12 H8Z" fill="#fdf8ee"/><path d="M-8 -96 L-52 -12 H-8Z" fill="#e8dfcd"/></g>`
}

/** A quotation with figures to ask about. Each line of a page, from its top. */
const PAGES = [
  [
    'Quotation 2041-07',
    '',
    'From: North Pier Boatyard, 4 Quay Street',
    'To: Harbour Rowing Club',
    'Date: 12 March 2041. Valid for 30 days.',
    '',
    'Item                                      Quantity      Price',
    'Repair of the hull, boat "Petrel"                1     1,840.00',
    'New oars, spruce                                 8       960.00',
    'Paint, blue, two coats                           1       415.00',
    'Transport                                        2       120.00',
    '',
    'Sum                                                    3,335.00',
    'Tax, 8 per cent                                          266.80',
    'To be paid                                             3,601.80',
  ],
  [
    'Conditions',
    '',
    '1. The work takes 15 working days from the day the boat arrives.',
    '2. Half of the sum is paid in advance, the rest when the boat is collected.',
    '3. For each day of delay the price falls by 20.00, at most by 200.00.',
    '4. The paint is guaranteed for two years, the oars for five.',
  ],
]

/** @param {string[][]} pages @returns {Buffer} a PDF in a standard font, which every reader has */
function pdf(pages) {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    ...pages.flatMap((lines, at) => {
      const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join('\n')
      const content = `BT /F1 11 Tf 16 TL 56 760 Td\n${shown}\nET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, at) => {
    const start = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${entries}`
  const table = text.indexOf('xref\n')
  text += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Semitones above A4 and lengths in eighths of a second. */
const MELODY = /** @type {const} */ ([
  [-9, 2],
  [-5, 2],
  [-2, 2],
  [3, 4],
  [-2, 2],
  [3, 6],
])

const RATE = 8000

/** @returns {Buffer} a WAV of plucked tones, 16 bit, one channel */
function sound() {
  const samples = MELODY.flatMap(([pitch, eighths]) => {
    const step = (2 * Math.PI * 440 * 2 ** (pitch / 12)) / RATE
    return Array.from({ length: (eighths * RATE) / 8 }, (_, at) => {
      const fade = Math.min(1, at / 80) * Math.exp((-3 * at) / RATE)
      return (Math.sin(step * at) + 0.3 * Math.sin(2 * step * at)) * fade * 12_000
    })
  })
  const data = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, at) => data.writeInt16LE(Math.round(sample), at * 2))
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

const folder = path.join(root, 'public/samples')
mkdirSync(folder, { recursive: true })
const picture = await sharp(Buffer.from(SCENE)).jpeg({ quality: 82 }).toBuffer()
writeFileSync(path.join(folder, 'harbour.jpg'), picture)
writeFileSync(path.join(folder, 'quotation.pdf'), pdf(PAGES))
writeFileSync(path.join(folder, 'melody.wav'), sound())
