/** A link that may be opened. `title` names the whole host, in punycode, and the whole URL. */
interface AllowedLink {
  href: string
  host: string
  title: string
}

type ImageDecision =
  | { kind: 'button'; url: string; label: string; title: string }
  | { kind: 'inline'; src: string }
  | { kind: 'text' }

/** Decides what a destination in untrusted text may become. */
export interface LinkPolicy {
  link(href: string, title: string): AllowedLink | null
  image(src: string, title: string): ImageDecision
}

const maxDataBytes = 8 * 1024 * 1024
const dataImage = /^data:image\/(?:png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+={0,2})$/

/** http, https and mailto only: relative addresses point into the app, and a name before `@` deceives. */
function checkLink(href: string): AllowedLink | null {
  const url = URL.parse(href)
  if (!url || url.username !== '' || url.password !== '') return null
  if (url.protocol === 'mailto:') {
    return { href: url.href, host: url.pathname, title: url.href }
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  return { href: url.href, host: url.host, title: `${url.host} — ${url.href}` }
}

function checkImage(src: string): ImageDecision {
  const data = dataImage.exec(src)?.[1]
  if (data) return data.length * 0.75 <= maxDataBytes ? { kind: 'inline', src } : { kind: 'text' }
  const link = checkLink(src)
  if (!link || link.href.startsWith('mailto:')) return { kind: 'text' }
  return {
    kind: 'button',
    url: link.href,
    label: `Load image from ${link.host}`,
    title: link.title,
  }
}

/** The policy of the product. No image is ever loaded from the network. */
export const strictLinks: LinkPolicy = { link: checkLink, image: checkImage }
