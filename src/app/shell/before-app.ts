import { SETTINGS_KEY, themeIn } from '../../core/storage/settings/settings.ts'

/*
 * Runs before the page is first painted, and before anything that may take time or fail. `scripts/before-app.mjs` makes it
 * one classic script that old browsers can read.
 */

const { documentElement } = document

// The theme is an attribute; the browser's own bars have the color of the first of these that counts.
const colorBars = () => {
  const { theme } = documentElement.dataset
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset['theme'] ?? ''
    const isChosen = own === theme ? 'all' : 'not all'
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : isChosen
  }
}
new MutationObserver(colorBars).observe(documentElement, { attributeFilter: ['data-theme'] })

let stored: unknown
try {
  stored = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? '')
} catch {
  // Storage is refused, or holds no settings yet.
}
documentElement.dataset['theme'] = themeIn(stored)

// Whether an input method is in the middle of a word, for `take-over.tsx`.
addEventListener('compositionstart', () => documentElement.toggleAttribute('data-composing', true))
addEventListener('compositionend', () => documentElement.toggleAttribute('data-composing', false))

// Scripts that can't be fetched or don't run; those of extensions are of another origin.
addEventListener(
  'error',
  ({ target, filename }) => {
    const script = target instanceof HTMLScriptElement ? target.src : String(filename)
    // Gone as soon as the app has taken the place of everything in the page.
    const notice = document.getElementById('not-loaded')
    if (notice === null || !script.startsWith(location.origin)) return
    notice.hidden = false
    const reload = notice.querySelector('button')
    if (reload !== null) reload.onclick = () => location.reload()
  },
  true,
)

// The face is used if it is there before the first paint, and from the next visit on if not. `font-display: optional`
// leaves it 100 ms more in Chromium, and then what was painted moves. A page that doesn't load it on a narrow screen has it from the
// files stored for offline, once they are.
const typeface = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]')
const isStored = Boolean(navigator.serviceWorker?.controller)
if (typeface !== null && (isStored || matchMedia(typeface.media).matches)) {
  let isPainted = false
  requestAnimationFrame(() => {
    isPainted = true
  })
  new FontFace('Inter', `url("${typeface.href}")`, { weight: '400 600' }).load().then(
    (face) => !isPainted && document.fonts.add(face),
    // Its fallback stands.
    () => undefined,
  )
}
