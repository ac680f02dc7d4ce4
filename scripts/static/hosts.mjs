// @ts-check
/** What hosts of static files read about headers and paths, each in its own words. */

/**
 * @typedef {object} Site
 * @property {string} base `/` or `/name/`
 * @property {readonly string[]} areas paths of the app that have a page: `/chat`
 * @property {readonly { path: string, policy: string }[]} workers scripts with a policy of their own
 * @property {Readonly<Record<string, string>>} pageHeaders
 */

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** @param {Site} site @returns {Record<string, string>} the headers of everything */
function headersOfAll({ pageHeaders }) {
  const { 'Reporting-Endpoints': _nobodyReads, ...others } = pageHeaders
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...others,
    // All the rest of the policy is in the page: two policies would both have to allow something.
    'Content-Security-Policy': "frame-ancestors 'none'",
  }
}

/** @param {Site} site @returns {[path: string, headers: Record<string, string>][]} */
function rules(site) {
  return [
    ['*', headersOfAll(site)],
    ['assets/*', { 'Cache-Control': IMMUTABLE }],
    ...site.workers.map(
      ({ path, policy }) =>
        /** @type {[string, Record<string, string>]} */ ([
          path,
          { 'Content-Security-Policy': policy },
        ]),
    ),
  ]
}

/** `_headers`, as Netlify and Cloudflare Pages read it. @param {Site} site */
export function headersFile(site) {
  return rules(site)
    .map(([path, headers]) =>
      [
        site.base + path,
        ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
        '',
      ].join('\n'),
    )
    .join('\n')
}

/** `_redirects`, as Netlify and Cloudflare Pages read it. @param {Site} site */
export function redirectsFile({ base, areas }) {
  return areas.map((area) => `${base}${area.slice(1)}/* ${base} 200\n`).join('')
}

/** `vercel.json`. @param {Site} site */
export function vercelFile(site) {
  const { base, areas } = site
  const config = {
    headers: rules(site).map(([path, headers]) => ({
      source: base + path.replace('*', '(.*)'),
      headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    })),
    rewrites: areas.map((area) => ({
      source: `${base}${area.slice(1)}/:path*`,
      destination: `${base}index.html`,
    })),
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
