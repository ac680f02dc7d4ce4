import { fileURLToPath } from 'node:url'

import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [oursByPreact()],
  // The libraries beside ours warn on every build; what fails is thrown.
  logLevel: 'error',
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})

const PREACT: Record<string, string> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
}

/** Our view is drawn as the page draws it, by Preact; the libraries beside it by React. */
function oursByPreact(): Plugin {
  return {
    name: 'ours-by-preact',
    enforce: 'pre',
    resolveId(source, importer) {
      const preact = PREACT[source]
      if (preact === undefined || !/\/src\/|\/zustand\/|\/ours\.tsx/.test(importer ?? ''))
        return null
      return this.resolve(preact, importer)
    },
  }
}
