"""OpenStack Swift in one process: the proxy that speaks S3, and the three servers behind it.

swift.py FOLDER PORT REGION ACCOUNT:USER SECRET
"""
import array
import logging
import os
import sys

import eventlet
import eventlet.wsgi
from swift.common import utils

folder, port, region, access_key, secret = sys.argv[1:]
os.chdir(folder)
os.mkdir('disk')
with open('swift.conf', 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = lapwing\n')

# Before anything else is imported: the rest reads the settings of the machine as it loads.
utils.set_swift_dir(folder)
utils.eventlet_monkey_patch()
# What it has to say is for its parent, not for the log of the machine.
utils.ThreadSafeSysLogHandler = lambda **_: logging.StreamHandler(sys.stderr)

from swift.account.server import AccountController
from swift.common.ring import RingData
from swift.common.wsgi import SwiftHttpProtocol, loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

# A machine with much else to do may need a minute for what usually takes a moment.
settings = {
    'swift_dir': folder,
    'devices': folder,
    'mount_check': 'false',
    'disable_fallocate': 'true',
    'fallocate_reserve': '0',
    'log_level': 'WARNING',
    'conn_timeout': '60',
    'node_timeout': '60',
    'container_update_timeout': '60',
}

NEWLINE = '\n'
PROXY = f"""
[DEFAULT]
{NEWLINE.join(f'{name} = {value}' for name, value in settings.items())}
[pipeline:main]
pipeline = s3api tempauth slo proxy-server
[filter:s3api]
use = egg:swift#s3api
location = {region}
[filter:tempauth]
use = egg:swift#tempauth
user_{access_key.replace(':', '_')} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""


class Forgetful:
    """In the place of memcached, which tempauth asks for and which may forget anything."""

    def get(self, *_, **__):
        return None

    set = delete = get


def proxy():
    with open('proxy-server.conf', 'w') as file:
        file.write(PROXY)
    app = loadapp(os.path.join(folder, 'proxy-server.conf'))
    return lambda env, respond: app({**env, 'swift.cache': Forgetful()}, respond)


def serve(app, port=0):
    listener = eventlet.listen(('127.0.0.1', port))
    options = {'protocol': SwiftHttpProtocol, 'capitalize_response_headers': False}
    thread = eventlet.spawn(eventlet.wsgi.server, listener, app, utils.NullLogger(), **options)
    return thread, listener.getsockname()[1]


def serve_behind(name, app):
    _, port = serve(app)
    address = {'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
    disk = {'id': 0, 'zone': 1, 'weight': 1, 'device': 'disk', **address}
    everything_is_on_it = [array.array('H', [0])]
    RingData(everything_is_on_it, [disk], part_shift=32).save(f'{name}.ring.gz')


serve_behind('account', AccountController(settings))
serve_behind('container', ContainerController(settings))
serve_behind('object', ObjectController(settings))
thread, _ = serve(proxy(), int(port))
thread.wait()
