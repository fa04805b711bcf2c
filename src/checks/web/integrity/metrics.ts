import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'

const metric = metricsOf('integrity')

export const maxPages = 50

export const integrityMetrics: readonly Metric[] = [
  metric('new_script_origins', {
    description: 'Unknown sources of scripts',
    unit: 'count',
    severity: 'critical',
    cause: 'content',
    says: counted(
      'unknown source of scripts is in use',
      'unknown sources of scripts are in use',
      'no unknown source of scripts is in use',
    ),
    diagnosis:
      'Scripts can read everything visitors type. ' +
      'The evidence names the source: if you did not add it, take the site offline and look for the intruder.',
  }),
  metric('new_form_targets', {
    description: 'Unknown destinations of form data',
    unit: 'count',
    severity: 'critical',
    cause: 'content',
    says: counted(
      'unknown destination receives form data',
      'unknown destinations receive form data',
      'no unknown destination receives form data',
    ),
    diagnosis:
      'Passwords and card numbers may go to strangers. ' +
      'The evidence names the destination: if it is not yours, take the form offline now.',
  }),
  metric('keyword_hits', {
    description: 'Tamper keywords found',
    unit: 'count',
    severity: 'critical',
    cause: 'content',
    says: counted('tamper keyword was found', 'tamper keywords were found', 'no tamper keyword was found'),
    diagnosis:
      'The page contains words typical of defacement or spam. ' +
      'Check it, restore a clean copy, and find out how it was changed.',
  }),
  metric('redirect_changed', {
    description: 'Pages with a changed redirect',
    unit: 'count',
    cause: 'content',
    severity: 'critical',
    max: maxPages,
    says: counted(
      'page redirects elsewhere than before',
      'pages redirect elsewhere than before',
      'all pages redirect as before',
    ),
    diagnosis:
      "Visitors end up at another address. If you did not change this, check the server's configuration and " +
      'look for injected scripts.',
  }),
  metric('headers_weakened', {
    description: 'Security headers that were removed or weakened',
    unit: 'count',
    severity: 'critical',
    cause: 'content',
    says: counted(
      'security header was removed or weakened',
      'security headers were removed or weakened',
      'no security header was weakened',
    ),
    diagnosis:
      'Browsers protect visitors less. The evidence shows before and after; check the last deployment and ' +
      'new proxies.',
  }),
  metric('scripts_changed_third_party', {
    description: 'Third-party scripts with new content',
    unit: 'count',
    cause: 'content',
    severity: 'critical',
    says: counted(
      'third-party script has new content',
      'third-party scripts have new content',
      'no third-party script has new content',
    ),
    diagnosis:
      'This code runs on your page. The evidence names the script: check whether its vendor released it, or ' +
      'pin it by a hash.',
  }),
  metric('pages_changed', {
    description: 'Pages whose text changed beyond their threshold',
    unit: 'count',
    cause: 'content',
    max: maxPages,
    says: counted(
      'page has changed beyond its threshold',
      'pages have changed beyond their threshold',
      'no page has changed beyond its threshold',
    ),
    diagnosis:
      'The evidence shows what changed. If you changed it, accept the new baseline; if not, look for the ' +
      'intruder.',
  }),
  metric('headers_changed_other', {
    description: 'Security headers that changed without being weakened',
    unit: 'count',
    cause: 'content',
    says: counted('security header has changed', 'security headers have changed', 'no security header has changed'),
    diagnosis: 'None is weaker than before. Check whether the change was intended, and accept the new baseline.',
  }),
  metric('scripts_changed_first_party', {
    description: 'First-party scripts with new content',
    unit: 'count',
    cause: 'content',
    says: counted(
      'first-party script has new content',
      'first-party scripts have new content',
      'no first-party script has new content',
    ),
    diagnosis:
      'A deployment is the usual reason: accept the new baseline. Otherwise, compare the file with your sources.',
  }),
  metric('new_connect_origins', {
    description: 'Unknown destinations the page exchanges data with',
    unit: 'count',
    cause: 'content',
    says: counted(
      'unknown destination exchanges data with the page',
      'unknown destinations exchange data with the page',
      'no unknown destination exchanges data with the page',
    ),
    diagnosis:
      'The evidence names the destination. If you did not add it, a script may leak visitor data: find out ' +
      'where it comes from.',
  }),
  metric('new_iframe_origins', {
    description: 'Unknown sources of embedded frames',
    unit: 'count',
    cause: 'content',
    says: counted(
      'unknown source of frames is embedded',
      'unknown sources of frames are embedded',
      'no unknown source of frames is embedded',
    ),
    diagnosis: 'The evidence names the source. If you did not embed it, find out where it comes from.',
  }),
  metric('new_link_domains', {
    description: 'Unknown domains the pages link to',
    unit: 'count',
    usual: '>=',
    cause: 'content',
    says: counted('unknown domain is linked', 'unknown domains are linked', 'no unknown domain is linked'),
    diagnosis:
      'Many new links at once indicate injected spam. ' +
      'The evidence names them: check the page and who edited it last.',
  }),
  metric('pages_unreachable_partial', {
    description: 'Pages unreachable while others respond',
    unit: 'count',
    max: maxPages,
    says: counted(
      'page is unreachable while others respond',
      'pages are unreachable while others respond',
      'all pages respond',
    ),
    diagnosis: 'Check whether these pages were moved or removed, or fail; the evidence has their responses.',
  }),
  metric('text_change_pct_max', {
    description: 'Largest change of visible text compared with the baseline',
    unit: 'percent',
    usual: '>=',
    cause: 'content',
    says: 'the visible text has changed by up to {}',
    diagnosis:
      'The evidence shows what changed. If you changed it, accept the new baseline; if not, look for the ' +
      'intruder.',
  }),
  metric('headers_changed', {
    description: 'Security headers that changed in any way',
    unit: 'count',
    cause: 'content',
    says: counted(
      'security header has changed in some way',
      'security headers have changed in some way',
      'no security header has changed',
    ),
    diagnosis: 'The evidence shows before and after. If the change was intended, accept the new baseline.',
  }),
  metric('scripts_content_changed', {
    description: 'Scripts with new content',
    unit: 'count',
    cause: 'content',
    says: counted('script has new content', 'scripts have new content', 'no script has new content'),
    diagnosis:
      'The evidence names them. If they are yours or known releases, accept the new baseline; if not, look ' +
      'for the intruder.',
  }),
  metric('pages_unreachable', {
    description: 'Unreachable pages',
    unit: 'count',
    max: maxPages,
    says: counted('page is unreachable', 'pages are unreachable', 'all pages respond'),
    diagnosis:
      'These pages cannot be compared. Check whether the site is down, and whether they were moved or removed.',
  }),
  metric('pages_checked', {
    description: 'Pages that were compared',
    unit: 'count',
    usual: '<',
    max: maxPages,
    says: counted('page was compared', 'pages were compared'),
    diagnosis: 'The other pages were unreachable or have no baseline yet. Check the evidence.',
  }),
  metric('baseline_missing', {
    description: 'Pages without a baseline',
    unit: 'count',
    cause: 'content',
    max: maxPages,
    says: counted('page has no baseline', 'pages have no baseline', 'all pages have a baseline'),
    diagnosis:
      'Changes on these pages go unnoticed. Check the pages, and accept them as the baseline if they are correct.',
  }),
]
