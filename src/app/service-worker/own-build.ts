import { client } from '../../page/client.ts'
import { buildLock, buildName } from './build-lock.ts'

/** The name of the build on the screen. */
export function ownBuild(): string {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')
  const paths = [...scripts].map(({ src }) => new URL(src).pathname)
  // Extensions add scripts too.
  return buildName(paths.filter((path) => path.startsWith(`${import.meta.env.BASE_URL}assets/`)))
}

/** Has the files of the build on the screen kept as long as this page is open. */
export function holdOwnBuild(): void {
  const forever = () => new Promise(() => {})
  void client.world.locks?.request(buildLock(ownBuild()), { mode: 'shared' }, forever)
}
