import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'

const metric = metricsOf('integrity')

export const maxPages = 50

export const integrityMetrics: readonly Metric[] = [
  metric('new_script_origins', {
    description: 'Unknown sources of scripts',
    unit: 'count',
    usual: '>',
    severity: 'critical',
    cause: 'content',
    says: counted(
      'unknown source of scripts is in use',
      'unknown sources of scripts are in use',
      'no unknown source of scripts is in use',
    ),
    diagnosis:
      'Scripts can read everything visitors type. The evidence names the source: if nobody of yours added it, take the site offline and look for the intruder.',
  }),
  metric('new_form_targets', {
    description: 'Unknown places forms send data to',
    unit: 'count',
    usual: '>',
    severity: 'critical',
    cause: 'content',
    says: counted(
      'unknown place receives what is typed into forms',
      'unknown places receive what is typed into forms',
      'no form sends data to an unknown place',
    ),
    diagnosis:
      'Passwords and card numbers may go to strangers. The evidence names the place: if it is not yours, take the form offline now.',
  }),
  metric('keyword_hits', {
    description: 'Tamper keywords found',
    unit: 'count',
    usual: '>',
    severity: 'critical',
    cause: 'content',
    says: counted('tamper keyword was found', 'tamper keywords were found', 'no tamper keyword was found'),
    diagnosis:
      'The page shows words of defacement or spam. Look at it, restore it from a clean copy, and find out how it was changed.',
  }),
  metric('redirect_changed', {
    description: 'Pages that redirect elsewhere than before',
    unit: 'count',
    cause: 'content',
    usual: '>',
    severity: 'critical',
    max: maxPages,
    says: counted(
      'page redirects elsewhere than before',
      'pages redirect elsewhere than before',
      'all pages redirect as before',
    ),
    diagnosis:
      'Visitors end up at another address. If nobody of yours did it, look at the configuration of the server and at injected scripts.',
  }),
  metric('headers_weakened', {
    description: 'Security headers that were removed or weakened',
    unit: 'count',
    usual: '>',
    severity: 'critical',
    cause: 'content',
    says: counted(
      'security header was removed or weakened',
      'security headers were removed or weakened',
      'no security header was weakened',
    ),
    diagnosis:
      'Browsers protect visitors less. The evidence shows before and after; look at the last deployment and at new proxies.',
  }),
  metric('scripts_changed_third_party', {
    description: 'Scripts of other sites with new content',
    unit: 'count',
    cause: 'content',
    usual: '>',
    severity: 'critical',
    says: counted(
      'script of another site has new content',
      'scripts of other sites have new content',
      'no script of another site has new content',
    ),
    diagnosis:
      'What others serve runs in your page. The evidence names the script: see whether its maker has released it, or pin it by a hash.',
  }),
  metric('pages_changed', {
    description: 'Pages whose text changed beyond their threshold',
    unit: 'count',
    cause: 'content',
    usual: '>',
    max: maxPages,
    says: counted(
      'page has changed beyond its threshold',
      'pages have changed beyond their threshold',
      'no page has changed beyond its threshold',
    ),
    diagnosis:
      'The evidence shows what changed. If it is yours, accept it as the new baseline; if not, look for the intruder.',
  }),
  metric('headers_changed_other', {
    description: 'Security headers that changed without being weakened',
    unit: 'count',
    cause: 'content',
    usual: '>',
    says: counted('security header has changed', 'security headers have changed', 'no security header has changed'),
    diagnosis: 'None is weaker than before. See whether the change was meant, and accept it as the new baseline.',
  }),
  metric('scripts_changed_first_party', {
    description: 'Own scripts with new content',
    unit: 'count',
    cause: 'content',
    usual: '>',
    says: counted(
      'script of your own has new content',
      'scripts of your own have new content',
      'no script of your own has new content',
    ),
    diagnosis:
      'A deployment is the usual reason: accept it as the new baseline. Without one, compare the file with your sources.',
  }),
  metric('new_connect_origins', {
    description: 'Unknown places the page exchanges data with',
    unit: 'count',
    usual: '>',
    cause: 'content',
    says: counted(
      'unknown place exchanges data with the page',
      'unknown places exchange data with the page',
      'no unknown place exchanges data with the page',
    ),
    diagnosis:
      'The evidence names the place. If nobody of yours added it, a script may send visitor data away: look for where it comes from.',
  }),
  metric('new_iframe_origins', {
    description: 'Unknown sources of embedded frames',
    unit: 'count',
    usual: '>',
    cause: 'content',
    says: counted(
      'unknown source of frames is embedded',
      'unknown sources of frames are embedded',
      'no unknown source of frames is embedded',
    ),
    diagnosis: 'The evidence names the source. If nobody of yours embedded it, look for where it comes from.',
  }),
  metric('new_link_domains', {
    description: 'Unknown domains the pages link to',
    unit: 'count',
    usual: '>=',
    cause: 'content',
    says: counted('unknown domain is linked', 'unknown domains are linked', 'no unknown domain is linked'),
    diagnosis:
      'Many new links at once are the mark of injected spam. The evidence names them: look at the page and at who edited it last.',
  }),
  metric('pages_unreachable_partial', {
    description: 'Pages out of reach while others answer',
    unit: 'count',
    usual: '>',
    max: maxPages,
    says: counted(
      'page is out of reach while others answer',
      'pages are out of reach while others answer',
      'all pages answer',
    ),
    diagnosis: 'See whether these pages were moved or removed, or fail by themselves; the evidence has their answers.',
  }),
  metric('text_change_pct_max', {
    description: 'Largest change of visible text against the baseline',
    unit: 'percent',
    usual: '>=',
    cause: 'content',
    says: 'the visible text has changed by up to {}',
    diagnosis:
      'The evidence shows what changed. If it is yours, accept it as the new baseline; if not, look for the intruder.',
  }),
  metric('headers_changed', {
    description: 'Security headers that changed in any way',
    unit: 'count',
    cause: 'content',
    usual: '>',
    says: counted(
      'security header has changed in some way',
      'security headers have changed in some way',
      'no security header has changed',
    ),
    diagnosis: 'The evidence shows before and after. If it was meant, accept it as the new baseline.',
  }),
  metric('scripts_content_changed', {
    description: 'Scripts with new content',
    unit: 'count',
    cause: 'content',
    usual: '>',
    says: counted('script has new content', 'scripts have new content', 'no script has new content'),
    diagnosis:
      'The evidence names them. If they are yours or known releases, accept them as the new baseline; if not, look for the intruder.',
  }),
  metric('pages_unreachable', {
    description: 'Pages out of reach',
    unit: 'count',
    usual: '>',
    max: maxPages,
    says: counted('page is out of reach', 'pages are out of reach', 'all pages answer'),
    diagnosis:
      'Nothing can be compared there. See whether the site is down, and whether these pages were moved or removed.',
  }),
  metric('pages_checked', {
    description: 'Pages that were compared',
    unit: 'count',
    usual: '<',
    max: maxPages,
    says: counted('page was compared', 'pages were compared'),
    diagnosis: 'The others were out of reach or have no baseline yet. The evidence tells which.',
  }),
  metric('baseline_missing', {
    description: 'Pages without a baseline to compare with',
    unit: 'count',
    cause: 'content',
    usual: '>',
    max: maxPages,
    says: counted(
      'page has no baseline to compare with',
      'pages have no baseline to compare with',
      'all pages have a baseline',
    ),
    diagnosis:
      'Changes there go unnoticed. Look at the pages, and accept them as the baseline if they are as they should be.',
  }),
]
