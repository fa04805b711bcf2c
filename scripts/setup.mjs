// Prepares a checkout to start or, with --test, to be tested. Needs nothing but Node 20 and npm.
import { bundleServer } from './setup/bundle.mjs'
import { installBrowserPackages } from './setup/browser.mjs'
import { installDebianPackages, missingDebianPackages } from './setup/debian.mjs'
import { setUpPackages } from './setup/packages.mjs'
import { reportFailure, say } from './setup/say.mjs'
import { buildDashboard, hasSources } from './setup/web.mjs'

const forTests = process.argv.includes('--test')

try {
  if (process.argv.includes('--missing')) for (const name of missingDebianPackages()) process.stdout.write(`${name}\n`)
  else {
    await setUpPackages({ forTests })
    if (forTests) await installDebianPackages()
    if (forTests) await installBrowserPackages({ forTests, say })
    if (forTests && hasSources()) await buildDashboard({ forTests, say })
    if (forTests) await bundleServer()
  }
} catch (error) {
  reportFailure(error)
}
