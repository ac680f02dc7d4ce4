// @ts-check
import { expect, test } from 'vitest'

import { packageManifest, releaseProblem } from './manifest.mjs'

test('the package depends on nothing but what has a native part, and may be published', () => {
  const made = packageManifest(
    {
      name: 'vendor-playground',
      version: '1.2.3',
      description: 'A playground',
      license: 'MIT',
      engines: { node: '>=22' },
      dependencies: { hono: '4.0.0', libsql: '0.5.0', sharp: '0.35.0' },
    },
    { packages: { 'node_modules/litesvm': { optionalDependencies: { 'litesvm-x': '1.0.0' } } } },
  )
  expect(made).toMatchObject({
    version: '1.2.3',
    bin: { 'vendor-playground': 'scripts/package/bin.mjs' },
    dependencies: { libsql: '0.5.0', sharp: '0.35.0' },
    optionalDependencies: { 'litesvm-x': '1.0.0' },
  })
  expect(made).not.toHaveProperty('private')
})

test('a release has the version of its tag, and a section in the changelog', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n'
  expect(releaseProblem('v1.2.3', '1.2.3', changelog)).toBeUndefined()
  expect(releaseProblem('v1.2.4', '1.2.3', changelog)).toContain('npm version')
  expect(releaseProblem('v1.3.0', '1.3.0', changelog)).toContain('no section [1.3.0]')
})
