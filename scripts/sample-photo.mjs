// @ts-check
import sharp from 'sharp'

/** A landscape that is drawn, for pictures of the Image area: a sun over hills and a lake. */
const LANDSCAPE = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#274a78"/><stop offset=".6" stop-color="#e79a5f"/><stop offset="1" stop-color="#f6d9a0"/></linearGradient>
    <linearGradient id="lake" x2="0" y2="1"><stop stop-color="#d98f63"/><stop offset="1" stop-color="#1f3a5f"/></linearGradient>
  </defs>
  <rect width="1200" height="800" fill="url(#sky)"/>
  <circle cx="800" cy="400" r="70" fill="#ffe9b0"/>
  <path d="M0 470 C200 330 330 380 480 450 S760 360 900 430 1100 380 1200 440 V800 H0Z" fill="#4c4b6a"/>
  <path d="M0 520 C180 440 360 500 560 520 S980 470 1200 530 V800 H0Z" fill="#333a54"/>
  <rect y="560" width="1200" height="240" fill="url(#lake)"/>
  <path d="M760 590h90M730 620h150M770 650h80M700 690h210" stroke="#ffdf9e" stroke-width="6" stroke-linecap="round" opacity=".7"/>
  <path d="M120 800 V520 l-40 60 h24 l-40 60 h28 l-44 70 h144 l-44 -70 h28 l-40 -60 h24 Z" fill="#182338"/>
</svg>`

/**
 * The landscape as a photo lying on its side, as phones store them.
 * @returns {Promise<{ name: string, mimeType: string, buffer: Buffer }>}
 */
export async function samplePhoto() {
  const stored = await sharp(Buffer.from(LANDSCAPE)).rotate(-90).jpeg({ quality: 90 }).toBuffer()
  const buffer = await sharp(stored)
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return { name: 'lake.jpg', mimeType: 'image/jpeg', buffer }
}
