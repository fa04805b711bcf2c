// Patterns by which content management systems, shops and site builders are detected. A group in a pattern is the
// version.

export interface Platform {
  readonly name: string
  /** Other common names. */
  readonly aliases?: readonly string[]
  /** Content of <meta name="generator">. */
  readonly generator?: RegExp
  readonly headers?: Readonly<Record<string, RegExp | true>>
  /** Names of cookies that it sets. */
  readonly cookies?: RegExp
  /** URLs of scripts, styles and images. */
  readonly addresses?: RegExp
  /** `name=value` of <html> and <body>. */
  readonly attributes?: RegExp
  /** Comments and other <meta> elements, as `name=content`. */
  readonly notes?: RegExp
}

export const platforms: readonly Platform[] = [
  {
    name: 'WordPress',
    aliases: ['WooCommerce'],
    generator: /^WordPress(?:\.com)?(?: ([\d.]+))?/i,
    headers: { link: /rel="https:\/\/api\.w\.org\/"/, 'x-pingback': /\/xmlrpc\.php$/ },
    cookies: /^(?:wordpress_|wp-settings-)/,
    addresses: /\/wp-(?:content\/(?:themes|plugins|uploads)|includes)\//,
  },
  {
    name: 'Drupal',
    generator: /^Drupal(?: ([\d.]+))?/i,
    headers: { 'x-drupal-cache': true, 'x-drupal-dynamic-cache': true, 'x-generator': /^Drupal/i },
    addresses: /\/sites\/(?:default|all)\/(?:files|modules|themes)\/|\/core\/misc\/drupal/,
  },
  {
    name: 'Joomla',
    aliases: ['Joomla!'],
    generator: /^Joomla!?(?: ([\d.]+))?/i,
    headers: { 'x-content-encoded-by': /^Joomla! ?([\d.]+)?/i },
    addresses: /\/media\/(?:jui|system)\/js\/|\/media\/vendor\/joomla/,
  },
  {
    name: 'TYPO3',
    aliases: ['TYPO3 CMS'],
    generator: /^TYPO3(?: CMS)?(?: ([\d.]+))?/i,
    cookies: /^fe_typo_user$/,
    addresses: /\/typo3(?:temp|conf)\/|\/_assets\/[0-9a-f]{32}\//,
    notes: /This website is powered by TYPO3/,
  },
  {
    name: 'Neos',
    generator: /^Neos/i,
    headers: { 'x-flow-powered': /Neos(?:\/([\d.]+))?/i },
    addresses: /\/_Resources\/(?:Static|Persistent)\//,
  },
  {
    name: 'Contao',
    generator: /^Contao/i,
    headers: { 'contao-cache': true },
    addresses: /\/(?:system\/modules|bundles\/contao\w*)\//,
  },
  {
    name: 'Shopify',
    headers: { 'x-shopid': true, 'x-shopify-stage': true, 'powered-by': /^Shopify$/i },
    cookies: /^_shopify_/,
    addresses: /\/\/cdn\.shopify\.com\/|\/cdn\/shop\/(?:t|files)\//,
  },
  {
    name: 'Shopware',
    headers: { 'sw-version-id': true, 'sw-context-token': true, 'x-shopware-cache-id': true },
    addresses: /\/bundles\/storefront\/|\/engine\/Shopware\//,
    notes: /^application-name=Shopware/i,
  },
  {
    name: 'Magento',
    aliases: ['Adobe Commerce'],
    headers: { 'x-magento-tags': true, 'x-magento-cache-debug': true },
    cookies: /^(?:mage-|X-Magento-Vary$)/,
    addresses: /\/static\/version\d+\/frontend\/|\/skin\/frontend\//,
  },
  {
    name: 'PrestaShop',
    generator: /^PrestaShop/i,
    headers: { 'powered-by': /^PrestaShop/i },
    cookies: /^PrestaShop-/,
    attributes: /^id=prestashop/i,
  },
  {
    name: 'OpenCart',
    cookies: /^OCSESSID$/,
    addresses: /catalog\/view\/(?:theme|javascript)\//,
  },
  {
    name: 'BigCommerce',
    headers: { 'x-bc-store-version': true },
    addresses: /\/\/cdn\d*\.bigcommerce\.com\//,
    notes: /^platform=bigcommerce/i,
  },
  {
    name: 'Wix',
    generator: /^Wix\.com Website Builder/i,
    headers: { 'x-wix-request-id': true },
    addresses: /\/\/static\.(?:parastorage|wixstatic)\.com\//,
  },
  {
    name: 'Squarespace',
    headers: { server: /^Squarespace$/i },
    addresses: /\/\/(?:assets|static1|images)\.squarespace(?:-cdn)?\.com\//,
    notes: /This is Squarespace/,
  },
  {
    name: 'Webflow',
    generator: /^Webflow/i,
    addresses: /\/\/(?:assets|uploads-ssl|cdn\.prod)\.website-files\.com\/|\/\/assets\.webflow\.com\//,
    attributes: /^data-wf-(?:site|page)=/,
  },
  {
    name: 'Framer',
    generator: /^Framer(?: ([\w.]+))?/i,
    addresses: /\/\/framerusercontent\.com\//,
  },
  { name: 'Weebly', addresses: /\/\/cdn\d*\.editmysite\.com\//, headers: { 'x-host': /\.weebly\.net$/i } },
  { name: 'Jimdo', generator: /^Jimdo/i, addresses: /\/\/(?:assets|image|u)\.jim(?:cdn|static)\.com\// },
  {
    name: 'Duda',
    headers: { 'd-geo': true },
    addresses: /\/\/(?:static|irp|lirp)(?:-cdn)?\.(?:cdn-website|multiscreensite)\.com\//,
  },
  { name: 'Tilda', addresses: /\/\/static\.tildacdn\.(?:com|net|info)\// },
  {
    name: 'GoDaddy Website Builder',
    aliases: ['GoDaddy'],
    generator: /^Starfield Technologies/i,
    addresses: /\/\/img1\.wsimg\.com\/(?:isteam|blobby)\//,
  },
  {
    name: 'Ghost',
    generator: /^Ghost(?: ([\d.]+))?/i,
    addresses: /\/ghost-(?:sdk|portal)|\/public\/ghost(?:\.min)?\.css|\/@tryghost\//,
  },
  { name: 'Blogger', aliases: ['Blogspot'], generator: /^Blogger$/i, addresses: /\/\/www\.blogger\.com\/static\// },
  { name: 'Substack', headers: { 'x-served-by': /^Substack$/i }, addresses: /\/\/substackcdn\.com\// },
  {
    name: 'HubSpot',
    aliases: ['HubSpot CMS', 'Content Hub'],
    generator: /^HubSpot/i,
    headers: { 'x-hs-hub-id': true, 'x-hs-content-id': true },
    addresses: /\/hs\/hsstatic\/|\/hubfs\/\d+\//,
  },
  {
    name: 'Adobe Experience Manager',
    aliases: ['AEM'],
    addresses: /\/etc\.clientlibs\/|\/content\/dam\/|\/etc\/designs\//,
    headers: { 'x-dispatcher': true },
  },
  {
    name: 'Sitecore',
    cookies: /^(?:SC_ANALYTICS_GLOBAL_COOKIE|sc_expview|sxa_site)$/,
    addresses: /\/-\/(?:media|jssmedia)\/|\/~\/media\//,
  },
  {
    name: 'Kentico',
    aliases: ['Xperience by Kentico'],
    generator: /^Kentico/i,
    cookies: /^CMS(?:PreferredCulture|CsrfCookie|CurrentTheme)$/,
    addresses: /\/CMSPages\/GetResource\.ashx|\/getmedia\/[0-9a-f-]{36}\//i,
  },
  {
    name: 'Umbraco',
    generator: /^Umbraco(?: ([\d.]+))?/i,
    headers: { 'x-umbraco-version': /([\d.]+)/ },
    cookies: /^UMB_/,
  },
  {
    name: 'DNN',
    aliases: ['DotNetNuke', 'DNN Platform'],
    generator: /^DotNetNuke/i,
    cookies: /^(?:\.DOTNETNUKE|dnn_IsMobile)$/,
    addresses: /\/(?:DesktopModules|Portals\/(?:_default|\d+))\//i,
  },
  {
    name: 'Liferay',
    headers: { 'liferay-portal': /^Liferay(?:[^\d]*([\d.]*\d))?/i },
    cookies: /^(?:GUEST_LANGUAGE_ID|LFR_SESSION_STATE)/,
  },
  { name: 'Plone', generator: /^Plone/i, addresses: /\/\+\+(?:plone|theme|resource)\+\+/ },
  {
    name: 'Silverstripe',
    aliases: ['SilverStripe CMS'],
    generator: /^SilverStripe/i,
    addresses: /\/_resources\/(?:themes|vendor\/silverstripe)\//,
  },
  {
    name: 'Craft CMS',
    aliases: ['Craft'],
    generator: /^Craft CMS/i,
    headers: { 'x-powered-by': /Craft CMS/i },
    cookies: /^CraftSessionId$/,
    addresses: /\/cpresources\//,
  },
  {
    name: 'Concrete CMS',
    aliases: ['concrete5'],
    generator: /^concrete(?:5| ?CMS)(?: -)?(?: ([\d.]+))?/i,
    cookies: /^CONCRETE(?:5)?$/,
    addresses: /\/concrete\/(?:js|css|blocks)\//,
  },
  { name: 'Statamic', headers: { 'x-powered-by': /^Statamic/i }, generator: /^Statamic/i },
  {
    name: 'October CMS',
    aliases: ['October'],
    cookies: /^october_session$/,
    generator: /^OctoberCMS/i,
    addresses: /\/modules\/system\/assets\/js\/framework/,
  },
  { name: 'Grav', generator: /^GravCMS|^Grav$/i, addresses: /\/user\/themes\/[\w-]+\/css\// },
  {
    name: 'ProcessWire',
    headers: { 'x-powered-by': /^ProcessWire/i },
    cookies: /^wires?$/,
    addresses: /\/site\/(?:templates|assets\/files)\//,
  },
  {
    name: 'MODX',
    headers: { 'x-powered-by': /^MODX/i },
    generator: /^MODX/i,
    addresses: /\/assets\/components\/[\w-]+\//,
  },
  {
    name: 'Bitrix',
    aliases: ['1C-Bitrix', 'Bitrix24'],
    headers: { 'x-powered-cms': /^Bitrix/i },
    cookies: /^BITRIX_SM_/,
    addresses: /\/bitrix\/(?:js|templates|cache)\//,
  },
  { name: 'Odoo', generator: /^Odoo/i, addresses: /\/web\/assets\/[\w-]+\/[\w-]+\/web\.assets_frontend/ },
  { name: 'MediaWiki', generator: /^MediaWiki(?: ([\w.-]+))?/i, addresses: /\/load\.php\?(?:[^ ]*&)?modules=/ },
  {
    name: 'Moodle',
    cookies: /^MoodleSession/,
    addresses: /\/theme\/(?:yui_combo|styles|image|javascript)\.php/,
    notes: /^keywords=moodle/i,
  },
  { name: 'Discourse', generator: /^Discourse(?: ([\w.-]+))?/i, headers: { 'x-discourse-route': true } },
  { name: 'Hugo', generator: /^Hugo(?: ([\w.-]+))?/i },
  { name: 'Jekyll', generator: /^Jekyll(?: v?([\w.-]+))?/i },
  { name: 'Gatsby', generator: /^Gatsby(?: ([\w.-]+))?/i },
  { name: 'Astro', generator: /^Astro(?: v([\w.-]+))?/i },
  { name: 'Docusaurus', generator: /^Docusaurus(?: v([\w.-]+))?/i },
  { name: 'VitePress', generator: /^VitePress(?: v([\w.-]+))?/i },
]
