"""Makes the database with its users, the first of them `bench`, and prints that user's token."""
import sys

import application  # noqa: F401  (configures Django)
from django.contrib.auth.models import User
from django.core.management import call_command
from rest_framework.authtoken.models import Token

call_command('migrate', verbosity=0, run_syncdb=True)
first = User.objects.create_user('bench', password='right')
User.objects.bulk_create(User(username=name, password='!') for name in sys.argv[1].split(',') if name != 'bench')
print(Token.objects.create(user=first).key)
