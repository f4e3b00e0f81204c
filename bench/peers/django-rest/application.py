"""The snippets application of Django REST framework's tutorial, in one file, with the settings of a production server."""
import os

import django
from django.conf import settings

settings.configure(
    DEBUG=False,
    SECRET_KEY='the benchmark signs with this secret key',
    ALLOWED_HOSTS=['127.0.0.1'],
    ROOT_URLCONF='application',
    DEFAULT_AUTO_FIELD='django.db.models.BigAutoField',
    DATABASES={
        'default': {
            'ENGINE': 'django.db.backends.sqlite3',
            'NAME': os.environ['DATABASE'],
            # Keeps the connection open between requests.
            'CONN_MAX_AGE': None,
            'OPTIONS': {
                'timeout': 20,
                'transaction_mode': 'IMMEDIATE',
                'init_command': 'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;',
            },
        }
    },
    INSTALLED_APPS=[
        'django.contrib.auth',
        'django.contrib.contenttypes',
        'django.contrib.sessions',
        'rest_framework',
        'rest_framework.authtoken',
        'snippets',
    ],
    MIDDLEWARE=[
        'django.middleware.security.SecurityMiddleware',
        'django.contrib.sessions.middleware.SessionMiddleware',
        'django.middleware.common.CommonMiddleware',
        'django.contrib.auth.middleware.AuthenticationMiddleware',
    ],
    TEMPLATES=[{'BACKEND': 'django.template.backends.django.DjangoTemplates', 'APP_DIRS': True}],
    REST_FRAMEWORK={
        'DEFAULT_AUTHENTICATION_CLASSES': [
            'rest_framework.authentication.TokenAuthentication',
            'rest_framework.authentication.BasicAuthentication',
        ],
    },
    USE_TZ=True,
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import include, path  # noqa: E402
from rest_framework.routers import DefaultRouter  # noqa: E402
from snippets import views  # noqa: E402

router = DefaultRouter()
router.register('snippets', views.SnippetViewSet, basename='snippet')
router.register('users', views.UserViewSet, basename='user')
urlpatterns = [path('', include(router.urls))]
application = get_wsgi_application()
