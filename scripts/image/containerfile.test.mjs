// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../checkout.mjs'
import { imageConfig } from './containerfile.mjs'

const read = (/** @type {string} */ name) => readFileSync(path.join(root, name), 'utf8')

test('the image runs as nobody special, keeps data in a volume, and says whether it is healthy', () => {
  const config = imageConfig(read('Containerfile'))
  expect(config).toMatchObject({
    user: 'node',
    env: { VENDOR_HOST: '0.0.0.0', VENDOR_DATA: '/data' },
    command: ['vendor-playground', '--no-open'],
    volumes: ['/data'],
  })
  expect(config.health.join(' ')).toContain('/health')
})

test('what is composed has a read-only root and no privileges, and is open to this computer only', () => {
  const compose = read('compose.yaml')
  for (const line of ['read_only: true', 'cap_drop: [ALL]', "'no-new-privileges:true'"])
    expect(compose).toContain(line)
  expect(compose).toContain("ports: ['127.0.0.1:4310:4310']")
})

test('what a build makes does not go into the image by copying', () => {
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['node_modules', 'dist', 'build', '.git']),
  )
})
