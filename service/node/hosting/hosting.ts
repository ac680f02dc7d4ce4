import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { NEUTRAL_PROVIDER_NAME } from '../../../contract/provider-name.ts'
import { DATA_POLICY } from '../../app/http/respond.ts'
import {
  importMapHash,
  PAGE_HEADERS,
  pagePolicy,
  SNIPPET_WORKER_POLICY,
  WORKER_POLICY,
} from './policy.ts'

/** The web servers that a ready configuration is printed for (`--hosting`). */
export const WEB_SERVERS = ['nginx', 'caddy'] as const
export type WebServer = (typeof WEB_SERVERS)[number]

interface HostingOptions {
  server: WebServer
  /** The folder of the built app, as the web server sees it. */
  appFolder: string
  publicOrigin: string
  /** Addresses of the service's processes, such as `127.0.0.1:4310`. */
  processes: readonly string[]
  /** Other APIs that the page may contact. */
  apiOrigins: readonly string[]
}

const LARGEST_BODY_MB = 40
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The configuration of a web server that serves the built app under the same policy as the service
 * does, and passes `/api/` on to the service's processes. The policy names this build's import map, so
 * it is printed anew after each build.
 */
export function hostingText(options: HostingOptions): string {
  const { appFolder, apiOrigins, publicOrigin } = options
  const html = readFileSync(join(appFolder, 'index.html'), 'utf8')
  // Nobody takes reports here.
  const policy = pagePolicy(importMapHash(html), apiOrigins).replace('; report-to csp', '')
  const { 'Reporting-Endpoints': _unused, ...pageHeaders } = PAGE_HEADERS
  const page = { ...pageHeaders, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' }
  const config = JSON.stringify({
    // The key is the caller's to bring.
    mode: 'relay',
    baseUrl: `${publicOrigin}/api/v1`,
    providerName: NEUTRAL_PROVIDER_NAME,
    apiOrigins,
    // Page not found that could allow more.
    fixedOrigins: true,
  })
  const write = options.server === 'nginx' ? nginxText : caddyText
  return write(options, page, config)
}

const SAFE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

function nginxText(
  { publicOrigin, appFolder, processes }: HostingOptions,
  page: Readonly<Record<string, string>>,
  config: string,
): string {
  const { protocol, hostname, port } = new URL(publicOrigin)
  const listen =
    protocol === 'https:'
      ? [
          `listen ${port === '' ? '443' : port} ssl;`,
          `ssl_certificate /etc/ssl/${hostname}.pem;`,
          `ssl_certificate_key /etc/ssl/${hostname}.key;`,
        ]
      : [`listen ${port === '' ? '80' : port};`]
  // A location with headers of its own inherits none, so each has them all.
  const headers = (more: Readonly<Record<string, string>>) =>
    Object.entries({ ...SAFE_HEADERS, ...more }).map(
      ([name, value]) => `    add_header ${name} "${value.replaceAll('"', '\\"')}" always;`,
    )
  return [
    '# For the http block. Print it again after each build: the policy contains the import map hash.',
    'upstream vendor_service {',
    '  least_conn;',
    ...processes.map((address) => `  server ${address} max_fails=1 fail_timeout=5s;`),
    '  keepalive 32;',
    '}',
    'server {',
    ...listen.map((line) => `  ${line}`),
    `  server_name ${hostname};`,
    `  root ${appFolder};`,
    '  gzip on;',
    '  gzip_types text/css text/javascript application/javascript application/json image/svg+xml;',
    '  location /api/ {',
    '    proxy_pass http://vendor_service;',
    '    proxy_http_version 1.1;',
    '    proxy_set_header Connection "";',
    '    proxy_set_header Host $http_host;',
    '    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    '    # Responses are streamed as they are generated and may pause for a while.',
    '    proxy_buffering off;',
    '    proxy_request_buffering off;',
    '    proxy_read_timeout 600s;',
    `    client_max_body_size ${LARGEST_BODY_MB}m;`,
    '  }',
    '  location = /config.json {',
    '    default_type application/json;',
    ...headers({ 'Content-Security-Policy': DATA_POLICY, 'Cache-Control': 'no-store' }),
    `    return 200 '${config}';`,
    '  }',
    '  location /assets/ {',
    ...headers({ 'Content-Security-Policy': WORKER_POLICY, 'Cache-Control': IMMUTABLE }),
    '  }',
    '  # The only worker that may evaluate code: it runs tool snippets and has no network access.',
    '  location ~ ^/assets/snippet\\.worker- {',
    ...headers({ 'Content-Security-Policy': SNIPPET_WORKER_POLICY, 'Cache-Control': IMMUTABLE }),
    '  }',
    '  # An empty chat is drawn in the page already.',
    '  location ~ ^/(chat/?)?$ {',
    '    try_files /index.html =404;',
    ...headers(page),
    '  }',
    '  location / {',
    '    try_files $uri /area.html;',
    ...headers(page),
    '  }',
    '}',
    '',
  ].join('\n')
}

function caddyText(
  { publicOrigin, appFolder, processes }: HostingOptions,
  page: Readonly<Record<string, string>>,
  config: string,
): string {
  const headers = (matcher: string, values: Readonly<Record<string, string>>) =>
    Object.entries({ ...SAFE_HEADERS, ...values }).map(
      ([name, value]) => `  header ${matcher} ${name} "${value.replaceAll('"', '\\"')}"`,
    )
  return [
    '# Print it again after each build: the policy contains the import map hash.',
    `${publicOrigin} {`,
    `  root * ${appFolder}`,
    '  encode zstd gzip',
    '  @page not path /api/* /assets/* /config.json',
    ...headers('@page', page),
    '  @scripts {',
    '    path /assets/*',
    '    not path /assets/snippet.worker-*',
    '  }',
    ...headers('@scripts', {
      'Content-Security-Policy': WORKER_POLICY,
      'Cache-Control': IMMUTABLE,
    }),
    '  # The only worker that may evaluate code: it runs tool snippets and has no network access.',
    ...headers('/assets/snippet.worker-*', {
      'Content-Security-Policy': SNIPPET_WORKER_POLICY,
      'Cache-Control': IMMUTABLE,
    }),
    ...headers('/config.json', {
      'Content-Type': 'application/json',
      'Content-Security-Policy': DATA_POLICY,
      'Cache-Control': 'no-store',
    }),
    '  handle /config.json {',
    `    respond \`${config}\` 200`,
    '  }',
    '  handle /api/* {',
    `    request_body { max_size ${LARGEST_BODY_MB}MB }`,
    `    reverse_proxy ${processes.join(' ')} {`,
    '      lb_policy least_conn',
    '      lb_try_duration 5s',
    '      health_uri /health',
    '      health_interval 2s',
    '      flush_interval -1',
    '    }',
    '  }',
    '  handle {',
    '    # An empty chat is drawn in the page already.',
    '    @empty path / /chat /chat/',
    '    rewrite @empty /index.html',
    '    try_files {path} /area.html',
    '    file_server',
    '  }',
    '}',
    '',
  ].join('\n')
}
