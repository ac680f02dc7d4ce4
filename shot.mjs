import { chromium } from '@playwright/test'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium' })
const paid = process.argv.includes('--paid')
for (const [w,h] of [[1280,800],[820,1180],[390,844]]) for (const scheme of ['light','dark']) {
  if (paid && scheme==='dark' && w!==390) continue
  const c = await b.newContext({ viewport:{width:w,height:h}, colorScheme: scheme })
  const p = await c.newPage()
  p.on('console', m => m.type()==='error' && console.log(m.text())); p.on('pageerror', e=>console.log(e.message))
  await p.goto('http://127.0.0.1:4377/explore?connect=1')
  await p.getByRole('dialog').waitFor()
  const s = p.getByRole('region',{name:'API check'})
  await s.getByRole('button',{name:'Check this API'}).waitFor()
  await p.waitForTimeout(300)
  await p.screenshot({path:`/tmp/s-${w}-${scheme}-0.png`})
  await s.getByRole('button',{name:'Check this API'}).click()
  await s.getByRole('form',{name:'Chat requests'}).waitFor()
  await p.waitForTimeout(600)
  await p.screenshot({path:`/tmp/s-${w}-${scheme}-1.png`})
  if (paid) {
    await s.getByRole('button',{name:'Send chat requests'}).click()
    await p.waitForTimeout(1500)
    await p.screenshot({path:`/tmp/s-${w}-${scheme}-2.png`})
    await s.getByRole('button',{name:'Check this API'}).waitFor({timeout:60000})
    await p.waitForTimeout(400)
    await p.screenshot({path:`/tmp/s-${w}-${scheme}-3.png`})
  }
  await c.close()
}
await b.close()
